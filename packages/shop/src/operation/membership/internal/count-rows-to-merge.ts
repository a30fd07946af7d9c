import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { memberTablesToMerge } from './member-tables-to-merge.ts'

/** Counts the rows that a merge would move from a member, by the display name of each list. Leaves out empty lists. */
export async function countRowsToMerge({ db, shop_id }: Pick<Context, 'db' | 'shop_id'>, customer_id: number) {
  const moves: { name: string; count: number }[] = []
  for (const { table, name } of memberTablesToMerge) {
    if (name === null) continue
    const count = await db.$count(table, and(eq(table.shop_id, shop_id), eq(table.customer_id, customer_id)))
    if (count > 0) moves.push({ name, count })
  }
  return moves
}
