import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { promotion_use, referral_code } from '@kushi/db/schema/promotion'
import { LINK_CODE_PREFIX } from '@kushi/values/promotion'
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { randomCouponCode } from './internal/random-code.ts'

/** Gives a member, whom the caller has locked, a code for their link. */
export async function addReferralCode(
  tx: Tx,
  { shop_id, customer_id, clock }: Pick<MemberContext, 'shop_id' | 'customer_id' | 'clock'>,
): Promise<void> {
  const code = LINK_CODE_PREFIX + randomCouponCode()
  await tx.insert(referral_code).values({ shop_id, code, customer_id, created_at: clock.now() })
}

const ofOrders = (shop_id: number, order_ids: readonly number[]) =>
  and(
    eq(promotion_use.shop_id, shop_id),
    isAnyOfCondition(promotion_use.order_id, order_ids),
    isNotNull(promotion_use.introducer_id),
    gt(promotion_use.introducer_points, 0),
  )

/** Finds the member who introduced the buyer of an order, and the points for it; null: nobody, or no points. */
export async function findIntroduction(tx: Tx, shop_id: number, order_id: number) {
  const [use] = await tx
    .select()
    .from(promotion_use)
    .where(and(ofOrders(shop_id, [order_id]), isNull(promotion_use.released_at)))
  return use ? { customer_id: use.introducer_id!, points: use.introducer_points } : null
}

/** The points that the introducer of an order was given. */
export const recordIntroduction = (tx: Tx, shop_id: number, order_id: number, introducer_points: number) =>
  tx
    .update(promotion_use)
    .set({ introducer_points })
    .where(ofOrders(shop_id, [order_id]))

/**
 * 統合: after a merge a member may be the introducer of their own orders. They get no points for those that are still
 * pending.
 */
export const endSelfReferrals = (tx: Tx, shop_id: number, customer_id: number) =>
  tx
    .update(promotion_use)
    .set({ introducer_points: 0 })
    .where(
      and(
        eq(promotion_use.shop_id, shop_id),
        eq(promotion_use.introducer_id, customer_id),
        eq(promotion_use.customer_id, customer_id),
        sql`not exists (select from order_point p where p.shop_id = ${promotion_use.shop_id}
        and p.order_id = ${promotion_use.order_id} and p.settled_at is not null)`,
      ),
    )

/** Orders for which introducers get nothing any more; returns who had how many points for them, once. */
export async function endIntroductions(tx: Tx, shop_id: number, order_ids: readonly number[]) {
  if (order_ids.length === 0) return []
  const theirs = ofOrders(shop_id, order_ids)
  const uses = await tx.select().from(promotion_use).where(theirs).orderBy(asc(promotion_use.id)).for('update')
  if (uses.length > 0) await tx.update(promotion_use).set({ introducer_points: 0 }).where(theirs)
  return uses.map((use) => ({ customer_id: use.introducer_id!, points: use.introducer_points }))
}
