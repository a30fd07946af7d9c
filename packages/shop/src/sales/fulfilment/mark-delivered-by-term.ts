import type { Db } from '@kushi/db/connect'
import { shipment, shop_carrier } from '@kushi/db/schema/fulfilment'
import type { Carrier } from '@kushi/values/carrier'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { markOrdersDelivered } from './receive-shipments.ts'

/** Days after which a parcel counts as received, unless the shop has set a term for its carrier. */
export const DEFAULT_DELIVERY_TERM_DAYS = 7

/** Parcels received per run; the next run continues. */
const LIMIT = 500
/** Parcels tried per run, received or not. */
const MAX_TRIED = 5_000
/** Parcels per transaction. */
const BLOCK = 40

/** The last parcel of a run of this process that ended before the end of the list, by shop. */
const lastTried = new WeakMap<Db, Map<number, number>>()

/**
 * お届け済み by term, a job: marks parcels of a shop as received that were handed over so long ago that they have arrived;
 * the shop sets the days for each carrier. Does the same as the operator's call, so cash counts as collected and
 * subscriptions continue. Works in blocks of forty; orders that are locked, or could not be written with the others,
 * are tried alone. Those that can't be received don't count towards the 500 of a run, so they hold up no later one. A
 * run ends after 500 parcels or 5,000 tries, and the next one of this process goes on where it ended; behind the last
 * parcel it begins with the oldest again. Returns the number of parcels.
 */
export async function markDeliveredByTerm(ctx: Context): Promise<number> {
  const ofShops = lastTried.get(ctx.db) ?? new Map<number, number>()
  lastTried.set(ctx.db, ofShops)
  let received = 0
  let after = ofShops.get(ctx.shop_id) ?? 0
  for (let tried = 0; received < LIMIT && tried < MAX_TRIED; tried += BLOCK) {
    const page = await overdue(ctx, after)
    if (page.length === 0) {
      ofShops.delete(ctx.shop_id)
      return received
    }
    after = page.at(-1)!.id
    const there = await receiveBlock(ctx, page)
    received += page.filter(({ order_id }) => there.has(order_id)).length
  }
  ofShops.set(ctx.shop_id, after)
  if (received < LIMIT) ctx.log.warn({ tried: MAX_TRIED, received }, 'more parcels past their term than a run tries')
  return received
}

interface Overdue {
  id: number
  order_id: number
}

/** Returns the ids of the orders that succeeded. A parcel that can't be received does not hold up the others. */
async function receiveBlock(ctx: Context, parcels: readonly Overdue[]): Promise<Set<number>> {
  const ids = [...new Set(parcels.map(({ order_id }) => order_id))]
  const shipment_ids = new Set(parcels.map(({ id }) => id))
  const receive = async (ids: number[]) => {
    try {
      return await markOrdersDelivered(ctx, { ids, shipment_ids, isTried: false })
    } catch (err) {
      ctx.log.warn({ err, orders: ids }, 'parcels not received by their term')
      return new Map<number, true | ShopError>()
    }
  }
  const became = await receive(ids)
  for (const id of ids)
    if (!became.has(id)) for (const [order_id, one] of await receive([id])) became.set(order_id, one)
  for (const [order_id, one] of became)
    if (one instanceof ShopError) ctx.log.warn({ err: one, orders: [order_id] }, 'parcels not received by their term')
  return new Set(ids.filter((id) => became.get(id) === true))
}

const overdue = ({ db, clock, shop_id }: Context, after: number) => {
  const days = sql`coalesce(${shop_carrier.received_after_days}, ${DEFAULT_DELIVERY_TERM_DAYS})`
  const now = clock.now().toISOString()
  return db
    .select({ id: shipment.id, order_id: shipment.order_id })
    .from(shipment)
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
    .limit(BLOCK)
}

/** 配送会社ごとの期限 of the calling shop. `days`: 1 to 60. */
export async function setCarrierDeliveryTerm(
  ctx: Context,
  { carrier, days }: { carrier: Carrier; days: number },
): Promise<void> {
  const term = { shop_id: ctx.shop_id, carrier, received_after_days: days }
  await ctx.db
    .insert(shop_carrier)
    .values(term)
    .onConflictDoUpdate({ target: [shop_carrier.shop_id, shop_carrier.carrier], set: { received_after_days: days } })
}
