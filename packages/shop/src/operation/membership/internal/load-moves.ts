import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { mergeParts } from './merge-parts.ts'

/** What a merge would move from a member: the name of each list, and the number of its rows. */
export async function loadMoves({ db, shop_id }: Pick<Context, 'db' | 'shop_id'>, customer_id: number) {
  const moves: { name: string; count: number }[] = []
  for (const { table, name } of mergeParts) {
    if (name === null) continue
    const count = await db.$count(table, and(eq(table.shop_id, shop_id), eq(table.customer_id, customer_id)))
    if (count > 0) moves.push({ name, count })
  }
  return moves
}
