import { refersTo } from '@kushi/db/in-shop'
import { shipment, shop_carrier } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import type { Carrier } from '@kushi/values/carrier'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { OrderFollower } from './internal/follower.ts'
import { receiveShipments } from './internal/receive-shipments.ts'

/** Days after which a parcel counts as received where the shop has said nothing of its carrier. */
export const DEFAULT_TERM_DAYS = 7

/** One run; the next goes on. */
const limit = 500

/**
 * お届け済み by term, a job: parcels of a shop that were handed over so long ago that they have arrived, as the shop says
 * for each carrier. The same verb as the operator's, so cash counts as collected and a subscription goes on. Returns how many.
 */
export async function receiveByTerm(ctx: Context, follower: OrderFollower): Promise<number> {
  let received = 0
  let after = 0
  for (let taken = 0; taken < limit; ) {
    const page = await overdue(ctx, after)
    if (page.length === 0) break
    for (const { shop_id, id, ...parcel } of page) {
      after = id
      taken += 1
      // One parcel that can't be received must not keep the others waiting.
      try {
        await receiveShipments({ ...ctx, shop_id }, follower, parcel)
        received += 1
      } catch (error) {
        ctx.log.warn({ err: error, ...parcel }, 'parcel not received by its term')
      }
    }
  }
  return received
}

const overdue = ({ db, clock, shop_id }: Context, after: number) => {
  const days = sql`coalesce(${shop_carrier.received_after_days}, ${DEFAULT_TERM_DAYS})`
  const now = clock.now().toISOString()
  return db
    .select({
      shop_id: shipment.shop_id,
      id: shipment.id,
      order_no: orders.order_no,
      shipment_no: shipment.shipment_no,
    })
    .from(shipment)
    .innerJoin(orders, refersTo(shipment.order_id, orders))
    .leftJoin(shop_carrier, and(eq(shop_carrier.shop_id, shipment.shop_id), eq(shop_carrier.carrier, shipment.carrier)))
    .where(
      and(
        eq(shipment.shop_id, shop_id),
        eq(shipment.status, 'shipped'),
        gt(shipment.id, after),
        sql`${shipment.shipped_at} <= ${now}::timestamptz - ${days} * interval '1 day'`,
      ),
    )
    .orderBy(asc(shipment.id))
    .limit(100)
}

/** 配送会社ごとの期限 of the shop that asks. `days`: 1 to 60. */
export async function setCarrierTerm(
  ctx: Context,
  { carrier, days }: { carrier: Carrier; days: number },
): Promise<void> {
  const term = { shop_id: ctx.shop_id, carrier, received_after_days: days }
  await ctx.db
    .insert(shop_carrier)
    .values(term)
    .onConflictDoUpdate({ target: [shop_carrier.shop_id, shop_carrier.carrier], set: { received_after_days: days } })
}
