import { sql } from 'drizzle-orm'
import { bank_refund } from './schema/bank-refund.ts'
import { payment } from './schema/payment.ts'

/** 未返金 in SQL, as in the index `payment_owed`: yen that are here beyond what is left of the sale. */
const owedSum = sql`${payment.captured_amount} + ${payment.credited_amount} - ${payment.refunded_amount} - ${payment.repaid_amount}`
export const isOwed = sql`${owedSum} > ${payment.amount}`
export const owedSql = sql<number>`greatest(0, ${owedSum} - ${payment.amount})`

/**
 * A 振込 that came back (組戻し) waits for a person only while its payment is owed and nobody has asked for another account of the
 * order.
 */
export const isReturnedUnrefunded = sql`(${bank_refund.state} = 'returned'
  and exists (select from ${payment} where ${payment.shop_id} = ${bank_refund.shop_id} and ${payment.id} = ${bank_refund.payment_id} and ${isOwed})
  and not exists (select from ${bank_refund} later where later.shop_id = ${bank_refund.shop_id} and later.order_id = ${bank_refund.order_id} and later.id > ${bank_refund.id}))`
