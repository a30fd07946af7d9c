import type { PaymentMethod } from '@kushi/contract/setting'
import type { Subscription } from '@kushi/contract/subscription'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { quietApi } from '../../../api.ts'
import { useAnswer } from '../../../state/use-answer.ts'

const NEVER_AMAZON = 'Amazon Payへの変更はできません。お申し込みのときにだけお選びいただけます。'

/** The ways to pay for this delivery; what can't be used says why. Amazon Pay can be left, never taken up. */
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
    return items.map((method) => withoutAmazon(method, one.payment_method_id))
  })
}

const withoutAmazon = (method: PaymentMethod, present: number | null): PaymentMethod =>
  method.payment_method_id === PAYMENT_METHOD.amazon_pay && present !== PAYMENT_METHOD.amazon_pay
    ? { ...method, is_available: false, reason: NEVER_AMAZON }
    : method
