import { INVOICE_DUE_DAYS } from '@kushi/values/limits'
import { paymentMethodIdList } from '@kushi/values/payment-method'
import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'

const prepaid = sql.raw(paymentMethodIdList(({ kind }) => kind === 'prepaid'))

/**
 * The member's open amount by the method of a `shop_payment` row, yen: everything not paid yet, as far as the shop
 * knows. The provider does not report payments, so an invoice counts until it is due. 前払い counts until it is paid.
 */
export function openAmountSql({ shop_id, customer_id, clock }: Pick<Context, 'shop_id' | 'customer_id' | 'clock'>) {
  const due = new Date(clock.now().getTime() - INVOICE_DUE_DAYS * 86_400_000).toISOString()
  return sql<number>`case when shop_payment.cumulative_limit is null then 0 else (
    select coalesce(sum(p.amount - p.refunded_amount), 0) from payment p join orders o on o.shop_id = p.shop_id and o.id = p.order_id
    where p.shop_id = ${shop_id} and o.customer_id = ${customer_id} and p.payment_method_id = shop_payment.payment_method_id
      and (p.state in ('intent', 'held', 'awaiting', 'authorised') or (p.state = 'captured' and p.payment_method_id not in (${prepaid})))
      and (o.status <> 'delivered' or o.updated_at > ${due}::timestamptz)) end`.mapWith(Number)
}
