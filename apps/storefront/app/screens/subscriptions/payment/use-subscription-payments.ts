import type { PaymentMethod } from '@kushi/contract/setting'
import type { Subscription } from '@kushi/contract/subscription'
import { paymentMethod } from '@kushi/values/payment-method'
import { quietApi } from '../../../api.ts'
import { useAnswer } from '../../../state/use-answer.ts'

/**
 * The payment methods for this delivery; an unavailable one has the reason. A member can change from a wallet that begins by its
 * button (Amazon Pay) to another method, but never to it. `linked`: the accounts that the member has linked, and those that can be.
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
    const methods = items.map((method) => withoutButton(method, one.payment_method_id))
    const isLinking = methods.some(
      (method) => method.is_available && paymentMethod(method.payment_method_id).links_account,
    )
    const linked = isLinking ? await quietApi('GET /v1/common/mypage/linked-account/list', {}, { signal }) : null
    return { methods, linkable: linked?.linkable ?? [] }
  })
}

function withoutButton(method: PaymentMethod, present: number | null): PaymentMethod {
  const { has_button, name } = paymentMethod(method.payment_method_id)
  if (!has_button || method.reason || method.payment_method_id === present) return method
  const reason = `${name}への変更はできません。お申し込みのときにだけお選びいただけます。`
  return { ...method, is_available: false, reason }
}
