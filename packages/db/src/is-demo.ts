import { eq } from 'drizzle-orm'
import type { Queryable } from './connect.ts'
import { seed } from './schema/system.ts'

/** Whether the database was filled with the demo's shops. The password of their members is public. */
export const isDemo = (db: Queryable): Promise<boolean> => has(db, 'demo')

/** Whether a live shop was created in it: a demo action would affect real customers. */
export const isLive = (db: Queryable): Promise<boolean> => has(db, 'live')

async function has(db: Queryable, name: string): Promise<boolean> {
  const rows = await db.select().from(seed).where(eq(seed.name, name))
  return rows.length > 0
}
