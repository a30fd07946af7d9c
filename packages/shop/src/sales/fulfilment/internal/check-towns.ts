import { orders } from '@kushi/db/schema/order'
import { fitsPostcode, type Place, townNames } from '@kushi/values/postcode-town'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { townsOf } from '../../../foundation/postcode/index.ts'
import { inParallel } from '../../../in-parallel.ts'
import { lockOrderRow, type OrderRow } from '../../order/index.ts'
import { saveDecision } from './decisions.ts'

/** Towns are looked up for this long; what is not answered by then is packed without the comparison. */
const MAX_MS = 8_000

/** What a postcode names, if that is another place; null: it fits, or the service does not know it. */
export async function findOtherTowns(ctx: Context, postal_code: string, place: Place): Promise<string | null> {
  const towns = await townsOf(ctx, postal_code).catch(() => [])
  return towns.length === 0 || fitsPostcode(towns, place) ? null : townNames(towns)
}

/**
 * Compares municipality and town of these orders with their postcodes, and stops those that do not fit until an operator
 * has looked. A postcode that the service does not know stops nothing.
 */
export async function checkTowns(ctx: Context, order_nos: readonly string[]): Promise<void> {
  const { db, shop_id } = ctx
  const all = await db
    .select()
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), inArray(orders.order_no, [...order_nos])))
  const doubts = new Map<OrderRow, string>()
  const until = Date.now() + MAX_MS
  await inParallel(
    all,
    8,
    () => Date.now() < until,
    async (order) => {
      const towns = await findOtherTowns(ctx, order.postal_code01 + order.postal_code02, order)
      if (towns !== null) doubts.set(order, towns)
    },
  )
  for (const [order, town_doubt] of doubts)
    await db.transaction(async (tx) => saveDecision(tx, ctx, await lockOrderRow(tx, order), { town_doubt }))
}
