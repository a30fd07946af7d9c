import { eq } from 'drizzle-orm'
import type { Queryable } from './connect.ts'
import { seed } from './schema/system.ts'

/** Whether the database was filled with the demo's shops, whose members' password everybody knows. */
export const isDemo = (db: Queryable): Promise<boolean> => has(db, 'demo')

/** Whether a shop that sells was made in it: what is played there would be played with real customers. */
export const isLive = (db: Queryable): Promise<boolean> => has(db, 'live')

async function has(db: Queryable, name: string): Promise<boolean> {
  const rows = await db.select().from(seed).where(eq(seed.name, name))
  return rows.length > 0
}
