import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import type { OrderStatus } from '@kushi/values/order-status'
import { desc, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** The newest orders of all shops, of one status if asked, for the operator. */
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
      tracking_no: orders.tracking_no,
    })
    .from(orders)
    .innerJoin(customer, eq(customer.id, orders.customer_id))
    .where(status ? eq(orders.status, status) : undefined)
    .orderBy(desc(orders.id))
    .limit(limit)
