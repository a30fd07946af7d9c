import type { Queryable } from '@kushi/db/connect'
import { order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import type { PaymentState } from '@kushi/values/payment-method'
import { and, desc, eq } from 'drizzle-orm'
import { lockOf } from '../rules/lock.ts'
import { earlyEnd, pointsOfRest, yearlyRest } from '../rules/yearly.ts'
import type { LoadedSubscription, SubscriptionRow } from './load-subscription.ts'
import type { GivenBack } from './record-event.ts'

const untaken: readonly PaymentState[] = ['intent', 'redirected', 'returned', 'held', 'authorised']

type EndRule = Pick<SubscriptionRow, 'lump_sum_rule' | 'lump_sum_fee_rate'>

/**
 * 年払い: returns the order that paid for all deliveries, the value of the rest, and what an end by this rule gives back;
 * null: there is none.
 */
export async function yearlyOf(db: Queryable, loaded: LoadedSubscription, rule: EndRule = loaded.row) {
  const { row, order: present, prepaid_until: total } = loaded
  if (total === null) return null
  const { shop_id, id, cycle } = row
  const [first] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), eq(orders.subscription_id, id), eq(orders.cycle, 1)))
  if (!first) return null
  const of = { shop_id, order_id: first.id }
  const sold = await db
    .select()
    .from(order_item)
    .where(and(eq(order_item.shop_id, of.shop_id), eq(order_item.order_id, of.order_id)))
  const [paid] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.shop_id, of.shop_id), eq(payment.order_id, of.order_id)))
    .orderBy(desc(payment.id))
    .limit(1)
  const paid_amount = sold
    .filter((item) => item.lump_sum_payment_flag)
    .reduce((sum, item) => sum + item.subtotal - item.discount_amount, 0)
  const kept_amount = paid ? paid.captured_amount - paid.refunded_amount : 0
  // Taken when the first parcel is shipped or handed over: what is owed then counts already.
  const coming = paid && untaken.includes(paid.state) ? paid.amount : 0
  // Checked without the calendar: if only the deadline locks the subscription, it can still be ended.
  const is_arranged = present !== null && lockOf(loaded, '0001-01-01') === 'arranged'
  // One more was promised for each that did not arrive, but it was not paid again.
  const paid_for = Math.max(
    1,
    ...sold.map((item) => (item.lump_sum_payment_flag ? (item.lump_sum_payment_num ?? 1) : 1)),
  )
  const pointed = sold.filter((item) => item.lump_sum_payment_flag)
  const used_points = pointed.reduce((sum, { point_discount }) => sum + point_discount, 0)
  const rest = yearlyRest({
    total,
    paid_for,
    cycle,
    is_arranged,
    paid_amount,
    kept_amount: Math.max(kept_amount, coming),
  })
  const { id: order_id, order_no } = first
  return {
    order_id,
    order_no,
    total,
    paid_amount,
    kept_amount,
    refunded_amount: paid?.refunded_amount ?? 0,
    ...rest,
    ...earlyEnd(rule, rest),
    rest_points: pointsOfRest(rule, { used_points, paid_for, remaining: rest.remaining }),
  }
}

/** The refund that an end by this rule owes, and the points that it returns, for its event. */
export async function restOfYearly(db: Queryable, loaded: LoadedSubscription, rule?: EndRule): Promise<GivenBack> {
  const yearly = await yearlyOf(db, loaded, rule)
  if (!yearly) return {}
  const { order_id, order_no, refunded_amount: given, refund_amount, rest_points: points } = yearly
  return {
    ...(refund_amount > 0 && { refund: { order_no, given, total: given + refund_amount } }),
    ...(points > 0 && { rest_points: { order_id, points } }),
  }
}
