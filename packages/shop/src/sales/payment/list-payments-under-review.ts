import { customer } from '@kushi/db/schema/customer'
import { orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { refersToCondition } from '@kushi/db/shop-scope'
import { paymentMethodName } from '@kushi/values/payment-method'
import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { reviewEndsOn } from './rules/refusal-message.ts'

/** Returns a shop's payments under review (審査中), oldest first, with the day on which each is given up. */
export async function listPaymentsUnderReview(ctx: Context) {
  const rows = await ctx.db
    .select({
      order_no: orders.order_no,
      shop: orders.shop_id,
      payment_method_id: payment.payment_method_id,
      member: customer.email,
      subscription: orders.subscription_id,
      total: payment.amount,
      created_at: orders.created_at,
    })
    .from(payment)
    .innerJoin(orders, refersToCondition(payment.order_id, orders))
    .innerJoin(customer, refersToCondition(orders.customer_id, customer))
    .where(and(eq(payment.shop_id, ctx.shop_id), eq(payment.state, 'held')))
    .orderBy(asc(payment.id))
  return rows.map(({ payment_method_id, created_at, ...row }) => ({
    ...row,
    payment: paymentMethodName(payment_method_id),
    until: reviewEndsOn(created_at),
  }))
}
