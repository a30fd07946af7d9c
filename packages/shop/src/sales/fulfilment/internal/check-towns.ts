import { orders } from '@kushi/db/schema/order'
import { type AddressPlace, isPlaceOfPostcode, townNamesText } from '@kushi/values/postcode-town'
import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { loadTowns } from '../../../foundation/postcode/index.ts'
import { inParallel } from '../../../in-parallel.ts'
import { lockOrderRow, type OrderRow } from '../../order/index.ts'
import { saveShippingDecision } from './decisions.ts'

/** Milliseconds for looking up towns. An order without an answer by then is packed without the comparison. */
const MAX_MS = 8_000

/**
 * The towns of a postcode, if the address is elsewhere. null: the address fits, or the service does not know the
 * postcode.
 */
export async function findConflictingTowns(
  ctx: Context,
  postal_code: string,
  place: AddressPlace,
): Promise<string | null> {
  const towns = await loadTowns(ctx, postal_code).catch(() => [])
  return towns.length === 0 || isPlaceOfPostcode(towns, place) ? null : townNamesText(towns)
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
      const towns = await findConflictingTowns(ctx, order.postal_code01 + order.postal_code02, order)
      if (towns !== null) doubts.set(order, towns)
    },
  )
  for (const [order, town_doubt] of doubts)
    await db.transaction(async (tx) => saveShippingDecision(tx, ctx, await lockOrderRow(tx, order), { town_doubt }))
}
