import { sql } from 'drizzle-orm'
import { bank_refund } from './schema/bank-refund.ts'
import { payment } from './schema/payment.ts'

/** 未返金 in SQL, as in the index `payment_owed`: the money received beyond the remaining sale (yen). */
const owedSum = sql`${payment.captured_amount} + ${payment.credited_amount} - ${payment.refunded_amount} - ${payment.repaid_amount}`
/** Condition on a row of `payment`: the shop still has to refund money to the customer (未返金). */
export const owedCondition = sql`${owedSum} > ${payment.amount}`
/** Yen that the shop still has to refund (未返金) of a row of `payment`; 0 if nothing. */
export const owedAmountSql = sql<number>`greatest(0, ${owedSum} - ${payment.amount})`

/**
 * Condition on a row of `bank_refund`: the bank returned the transfer (組戻し), and an operator has to act. It is false
 * once the payment is no longer owed, or another account was asked for.
 */
export const returnedUnrefundedCondition = sql`(${bank_refund.state} = 'returned'
  and exists (select from ${payment} where ${payment.shop_id} = ${bank_refund.shop_id} and ${payment.id} = ${bank_refund.payment_id} and ${owedCondition})
  and not exists (select from ${bank_refund} later where later.shop_id = ${bank_refund.shop_id} and later.order_id = ${bank_refund.order_id} and later.id > ${bank_refund.id}))`
