import type { OrderDraft } from '@kushi/contract/order'
import type { Quote } from '@kushi/contract/quote'
import { shop_payment } from '@kushi/db/schema/delivery'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { type PaymentTerms, paymentRefusal } from '../setting/rules/payment-availability.ts'
import { invalidFields } from '../shop-error.ts'

type Wanted = Pick<OrderDraft, 'payment_method_id' | 'is_subscription'>
type Total = Pick<Quote, 'payment_total'>
interface Delivery {
  mail_delivery_flag: boolean
}

/**
 * The payment method is one that the shop offers for this delivery and total.
 * @throws ShopError 422 with the reason beside the field.
 */
export async function checkPayment(ctx: Context, wanted: Wanted, total: Total, delivery: Delivery): Promise<void> {
  const id = shop_payment.payment_method_id
  const asked = wanted.payment_method_id === null ? isNull(id) : eq(id, wanted.payment_method_id)
  const mine = and(eq(shop_payment.shop_id, ctx.shop_id), eq(shop_payment.visible, true), asked)
  const [method] = await ctx.db.select().from(shop_payment).where(mine)
  checkPaymentTerms(ctx, method ?? null, wanted, total, delivery)
}

/** The same for a method that is loaded; null: the shop does not show it. */
export function checkPaymentTerms(
  { ports }: Pick<Context, 'ports'>,
  method: PaymentTerms | null,
  { payment_method_id, is_subscription }: Wanted,
  { payment_total }: Total,
  { mail_delivery_flag }: Delivery,
): void {
  const message =
    method && ports.payment.has(payment_method_id)
      ? paymentRefusal(method, { amount: payment_total, is_subscription, mail_delivery_flag })
      : 'お支払い方法を選択してください。'
  if (message !== null) throw invalidFields([{ path: 'payment_method_id', message_id: 'cmn-err-002', message }])
}
