import { eq } from 'drizzle-orm'
import type { Queryable } from './connect.ts'
import { seed } from './schema/system.ts'

/** Whether the database was filled with the demo's shops. The password of the demo's members is public. */
export const isDemoDatabase = (db: Queryable): Promise<boolean> => has(db, 'demo')

/**
 * Whether a real shop was created in this database. Demo actions are refused then, because they would affect real
 * customers.
 */
export const isLiveDatabase = (db: Queryable): Promise<boolean> => has(db, 'live')

async function has(db: Queryable, name: typeof seed.$inferSelect.name): Promise<boolean> {
  const rows = await db.select().from(seed).where(eq(seed.name, name))
  return rows.length > 0
}
