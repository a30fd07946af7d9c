import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { order_point } from '@kushi/db/schema/point'
import { promotion_use } from '@kushi/db/schema/promotion'
import { refersToCondition } from '@kushi/db/shop-scope'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'

interface IntroducerFilter {
  /** Restricts the list to this member. */
  customer_id?: number
  limit: number
}

/**
 * Loads the members who introduced friends, with their points; the one with the most friends first. Cancelled orders do
 * not count.
 */
export function loadReferrers(
  { db, shop_id }: { db: Queryable; shop_id: number },
  { customer_id, limit }: IntroducerFilter,
) {
  const isSettled = sql`${order_point.settled_at} is not null`
  const friends = sql<number>`count(*)`.mapWith(Number)
  return db
    .select({
      customer_id: customer.id,
      name01: customer.name01,
      name02: customer.name02,
      friends,
      kept: sql<number>`count(*) filter (where ${orders.status} = 'delivered')`.mapWith(Number),
      granted: sql<number>`coalesce(sum(${promotion_use.introducer_points}) filter (where ${isSettled}), 0)`.mapWith(
        Number,
      ),
      coming: sql<number>`coalesce(sum(${promotion_use.introducer_points})
        filter (where not ${isSettled} and ${orders.status} <> 'returned'), 0)`.mapWith(Number),
      last_at: sql<Date>`max(${promotion_use.created_at})`.mapWith(promotion_use.created_at),
    })
    .from(promotion_use)
    .innerJoin(customer, refersToCondition(promotion_use.introducer_id, customer))
    .innerJoin(orders, refersToCondition(promotion_use.order_id, orders))
    .leftJoin(
      order_point,
      and(eq(order_point.shop_id, promotion_use.shop_id), eq(order_point.order_id, promotion_use.order_id)),
    )
    .where(
      and(
        eq(promotion_use.shop_id, shop_id),
        customer_id === undefined
          ? isNotNull(promotion_use.introducer_id)
          : eq(promotion_use.introducer_id, customer_id),
        isNull(promotion_use.released_at),
      ),
    )
    .groupBy(customer.shop_id, customer.id)
    .orderBy(desc(friends), desc(customer.id))
    .limit(limit)
}
