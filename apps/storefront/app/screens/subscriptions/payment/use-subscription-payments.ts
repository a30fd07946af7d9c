import type { PaymentMethod } from '@kushi/contract/setting'
import type { Subscription } from '@kushi/contract/subscription'
import { paymentMethod } from '@kushi/values/payment-method'
import { quietApi } from '../../../api.ts'
import { useAnswer } from '../../../state/use-answer.ts'

/**
 * The payment methods for this delivery; an unavailable one has the reason. A member can change from a wallet (Amazon
 * Pay) to another method, but never to a wallet.
 */
export function useSubscriptionPayments(one: Subscription, isAsked: boolean) {
  const query = {
    delivery_id: one.delivery_id,
    visible: true,
    amount: Math.max(0, one.payment_total - one.payment_fee),
    is_subscription: true,
    is_lump_sum: one.subscription_order_item.some((item) => item.lump_sum_payment_flag),
    delivery_notes: one.shipping_address.delivery_notes,
  }
  return useAnswer(isAsked ? JSON.stringify(query) : null, async (signal) => {
    const { items } = await quietApi('GET /v1/setting/shop/payment/', { query }, { signal })
    return items.map((method) => withoutWallet(method, one.payment_method_id))
  })
}

function withoutWallet(method: PaymentMethod, present: number | null): PaymentMethod {
  const { kind, name } = paymentMethod(method.payment_method_id)
  if (kind !== 'wallet' || method.reason || method.payment_method_id === present) return method
  const reason = `${name}への変更はできません。お申し込みのときにだけお選びいただけます。`
  return { ...method, is_available: false, reason }
}
