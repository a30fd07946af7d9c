import { refersTo } from '@kushi/db/in-shop'
import { customer } from '@kushi/db/schema/customer'
import { shipment } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import type { OrderStatus } from '@kushi/values/order-status'
import { desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** The newest orders of all shops, or only those of one status, for the operator. */
export const listOrdersForOperator = (ctx: Context, status: OrderStatus | undefined, limit: number) =>
  ctx.db
    .select({
      order_no: orders.order_no,
      shop: orders.shop_id,
      status: orders.status,
      member: customer.email,
      subscription: orders.subscription_id,
      cycle: orders.cycle,
      delivery: orders.delivery_date,
      total: orders.payment_total,
      // The tracking numbers of all parcels that have one.
      tracking_no: sql<
        string | null
      >`(select string_agg(${shipment.tracking_no}, ' ' order by ${shipment.id}) from ${shipment}
        where ${shipment.shop_id} = ${orders.shop_id} and ${shipment.order_id} = ${orders.id} and ${shipment.status} <> 'cancelled')`,
    })
    .from(orders)
    .innerJoin(customer, refersTo(orders.customer_id, customer))
    .where(status ? eq(orders.status, status) : undefined)
    .orderBy(desc(orders.id))
    .limit(limit)
