import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { order_point } from '@kushi/db/schema/point'
import { promotion_use } from '@kushi/db/schema/promotion'
import { refersTo } from '@kushi/db/shop-scope'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type AdminVerb, maskName, maySee } from '../../../foundation/admin/index.ts'

const MOST = 500

/** お友だち紹介: who introduced how many, the most first, of all orders that were not cancelled. It names no friend. */
export const listIntroducers: AdminVerb<'GET /admin/v1/introducers'> = async (ctx) => {
  const { db, shop_id } = ctx
  const isSettled = sql`${order_point.settled_at} is not null`
  const friends = sql<number>`count(*)`.mapWith(Number)
  const rows = await db
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
    .innerJoin(customer, refersTo(promotion_use.introducer_id, customer))
    .innerJoin(orders, refersTo(promotion_use.order_id, orders))
    .leftJoin(
      order_point,
      and(eq(order_point.shop_id, promotion_use.shop_id), eq(order_point.order_id, promotion_use.order_id)),
    )
    .where(
      and(
        eq(promotion_use.shop_id, shop_id),
        isNotNull(promotion_use.introducer_id),
        isNull(promotion_use.released_at),
      ),
    )
    .groupBy(customer.shop_id, customer.id)
    .orderBy(desc(friends), desc(customer.id))
    .limit(MOST + 1)
  const isOpen = maySee(ctx)
  return {
    items: rows.slice(0, MOST).map(({ name01, name02, last_at, ...row }) => {
      const name = `${name01} ${name02}`.trim()
      return { ...row, name: isOpen ? name : maskName(name), last_at: last_at.toISOString() }
    }),
    is_cut: rows.length > MOST,
  }
}
