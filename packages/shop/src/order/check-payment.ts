import type { OrderDraft } from '@kushi/contract/order'
import type { Quote } from '@kushi/contract/quote'
import type { Context } from '../context.ts'
import { listPaymentMethods } from '../setting/list-payment-methods.ts'
import { ShopError } from '../shop-error.ts'

/**
 * The payment method of a draft is one that the shop offers for this delivery, address and total.
 * @throws ShopError 422 with the reason beside the field.
 */
export async function checkPayment(ctx: Context, draft: OrderDraft, summary: Quote): Promise<void> {
  const { items } = await listPaymentMethods(ctx, {
    delivery_id: draft.delivery_id,
    amount: summary.payment_total - summary.payment_fee,
    is_subscription: draft.is_subscription,
    postal_code: draft.shipping_address.postal_code01 + draft.shipping_address.postal_code02,
  })
  const method = items.find((one) => one.payment_method_id === draft.payment_method_id)
  if (method?.is_available) return
  const message = method?.reason ?? 'お支払い方法を選択してください。'
  throw new ShopError(422, 'ERROR_VALIDATION', message, {
    fields: [{ path: 'payment_method_id', message_id: 'cmn-err-002', message }],
  })
}
