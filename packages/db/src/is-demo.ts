import { eq } from 'drizzle-orm'
import type { Queryable } from './connect.ts'
import { seed } from './schema/system.ts'

/** Whether the database was filled with the demo's shops, whose members' password everybody knows. */
export async function isDemo(db: Queryable): Promise<boolean> {
  const rows = await db.select().from(seed).where(eq(seed.name, 'demo'))
  return rows.length > 0
}
