import { delivery, delivery_time } from '@kushi/db/schema/delivery'
import { order_item, orders } from '@kushi/db/schema/order'
import { subscription } from '@kushi/db/schema/subscription'
import { and, asc, count, desc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Answer, Verb } from '../context.ts'

type Item = Answer<'GET /v1/order/public/list'>['items'][number]

/** 注文一覧: the member's orders, newest first; with `order_no` just that one. */
export const listOrders: Verb<'GET /v1/order/public/list'> = async (ctx, { page, per_page, order_no }) => {
  const mine = and(
    eq(orders.shop_id, ctx.shop_id),
    eq(orders.customer_id, ctx.customer_id),
    order_no === undefined ? undefined : eq(orders.order_no, order_no),
  )
  const [counted] = await ctx.db.select({ total: count() }).from(orders).where(mine)
  const rows = await ctx.db
    .select({
      ...getTableColumns(orders),
      delivery_name: delivery.delivery_name,
      delivery_time: delivery_time.delivery_time,
      subscription: {
        id: subscription.id,
        summary_status: subscription.summary_status,
        next_delivery_date: subscription.next_delivery_date,
        next_next_delivery_date: subscription.next_next_delivery_date,
        subscription_division_id: subscription.subscription_division_id,
        param1: subscription.param1,
        param2: subscription.param2,
        param3: subscription.param3,
      },
    })
    .from(orders)
    .innerJoin(delivery, eq(delivery.id, orders.delivery_id))
    .leftJoin(delivery_time, eq(delivery_time.id, orders.delivery_time_id))
    .leftJoin(subscription, and(eq(subscription.id, orders.subscription_id), eq(orders.cycle, 1)))
    .where(mine)
    .orderBy(desc(orders.id))
    .limit(per_page)
    .offset((page - 1) * per_page)
  const ids = rows.map((row) => row.id)
  const items = ids.length
    ? await ctx.db.select().from(order_item).where(inArray(order_item.order_id, ids)).orderBy(asc(order_item.id))
    : []
  return {
    items: rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      shipping_address: row,
      items: items.filter((item) => item.order_id === row.id),
    })) as Item[],
    total: counted!.total,
    page,
    per_page,
  }
}
