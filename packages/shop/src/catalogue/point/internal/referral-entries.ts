import type { Tx } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { point_entry } from '@kushi/db/schema/point'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { and, eq, gt } from 'drizzle-orm'
import { loadCachedShop } from '../../../foundation/setting/index.ts'
import { endIntroductions, findIntroduction } from '../../promotion/index.ts'
import { lockPointHolder, type NewPointEntry, type PointContext } from './write-entry.ts'

const YEAR_MS = 365 * 86_400_000

interface IntroducedOrder {
  id: number
  /** The order is delivered and paid, and some of its goods are kept. */
  is_bought: boolean
  /** null: they left. */
  buyer_id: number | null
}

/**
 * お友だち紹介: the point entry for the introducer of an order, on the day when the order's points are granted. Returns null
 * if there is no introducer, or nothing for them. The caller has locked the order's points, and settles them. The entry
 * names no order, so that nobody reads who came.
 */
export async function introducerPointEntry(
  tx: Tx,
  ctx: PointContext,
  order: IntroducedOrder,
): Promise<NewPointEntry | null> {
  const { shop_id } = ctx
  const use = await findIntroduction(tx, shop_id, order.id)
  if (!use) return null
  const customer_id = await lockPointHolder(tx, shop_id, use.customer_id)
  // After a merge both may be one.
  const isFriend = customer_id !== null && customer_id !== order.buyer_id
  const isEarned = isFriend && order.is_bought && (await hasRoom(tx, ctx, customer_id))
  if (isEarned) return { customer_id, point_kind: 'refer', points: use.points }
  await endIntroductions(tx, shop_id, [order.id])
  return null
}

/** Whether the member got points for fewer friends than the shop's most in a year; others wait for the answer's transaction. */
async function hasRoom(tx: Tx, ctx: PointContext, customer_id: number): Promise<boolean> {
  const { shop_id, clock } = ctx
  const { referral_most } = await loadCachedShop({ ...ctx, db: tx })
  await tx
    .select({ id: customer.id })
    .from(customer)
    .where(sameRowCondition(customer, { shop_id, id: customer_id }))
    .for('no key update')
  const had = await tx.$count(
    point_entry,
    and(
      eq(point_entry.shop_id, shop_id),
      eq(point_entry.customer_id, customer_id),
      eq(point_entry.point_kind, 'refer'),
      gt(point_entry.created_at, new Date(clock.now().getTime() - YEAR_MS)),
    ),
  )
  return had < referral_most
}

/**
 * Ends the introductions of these orders, once. Their points were granted, and nothing of their goods is kept. Returns
 * the entries that take the introducers' points back.
 */
export async function revokeIntroducerPoints(
  tx: Tx,
  shop_id: number,
  order_ids: readonly number[],
): Promise<NewPointEntry[]> {
  const lost = await endIntroductions(tx, shop_id, order_ids)
  return lost.map(({ customer_id, points }) => ({ customer_id, point_kind: 'unrefer', points: -points }))
}
