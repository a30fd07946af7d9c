import type { OrderDraft } from '@kushi/contract/order'
import type { Quote } from '@kushi/contract/quote'
import { shop_payment } from '@kushi/db/schema/delivery'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { paymentRefusal } from '../setting/rules/payment-availability.ts'
import { invalidFields } from '../shop-error.ts'

/** What an order can be paid with today: card, and cash on delivery. */
const offered: readonly OrderDraft['payment_method_id'][] = [1, null]

/**
 * The payment method of a draft is one that the shop offers for this delivery and total.
 * @throws ShopError 422 with the reason beside the field.
 */
export async function checkPayment(
  ctx: Context,
  { payment_method_id, is_subscription }: OrderDraft,
  { payment_total }: Pick<Quote, 'payment_total'>,
  { mail_delivery_flag }: { mail_delivery_flag: boolean },
): Promise<void> {
  const id = shop_payment.payment_method_id
  const asked = payment_method_id === null ? isNull(id) : eq(id, payment_method_id)
  const [method] = await ctx.db
    .select()
    .from(shop_payment)
    .where(and(eq(shop_payment.shop_id, ctx.shop_id), eq(shop_payment.visible, true), asked))
  const message =
    method && offered.includes(payment_method_id)
      ? paymentRefusal(method, { amount: payment_total, is_subscription, mail_delivery_flag })
      : 'お支払い方法を選択してください。'
  if (message !== null) throw invalidFields([{ path: 'payment_method_id', message_id: 'cmn-err-002', message }])
}
