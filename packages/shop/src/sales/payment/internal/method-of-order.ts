import { shop_payment } from '@kushi/db/schema/delivery'
import { type SQLWrapper, sql } from 'drizzle-orm'
import { nameAtTimeSql } from '../../../foundation/setting/index.ts'

/**
 * The shop's settings of a payment method, with its name on the day of the order. The first column of the table decides
 * whether there is a row, so it must not be nullable.
 */
export const paymentMethodColumns = (order: { shop_id: SQLWrapper | number; created_at: SQLWrapper | Date }) => ({
  max_amount: shop_payment.max_amount,
  cumulative_limit: shop_payment.cumulative_limit,
  payment_name: nameAtTimeSql('shop_payment', {
    shop_id: order.shop_id,
    id: shop_payment.id,
    name: shop_payment.payment_name,
    at: order.created_at,
  }),
  provider_name: shop_payment.provider_name,
  payment_method_id: shop_payment.payment_method_id,
})

/** Joins the row of the method that an order is paid with: columns or values. */
export const orderPaymentMethodCondition = (order: {
  shop_id: SQLWrapper | number
  payment_method_id: SQLWrapper | number | null
}) =>
  sql`${shop_payment.shop_id} = ${order.shop_id} and ${shop_payment.payment_method_id} is not distinct from ${order.payment_method_id}::int`
