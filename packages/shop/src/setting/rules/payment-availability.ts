import { AMAZON_PAY_LIMIT } from '@kushi/values/limits'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { userMessage } from '@kushi/values/user-message'
import { formatYen, type Yen } from '@kushi/values/yen'

export interface PaymentTerms {
  payment_method_id: number | null
  payment_name: string
  /** Highest amount, fee included, that may be paid this way. */
  max_amount: Yen
}

export interface PaymentOccasion {
  /** What is to be paid, fee included; undefined: not known yet. */
  amount: Yen | undefined
  is_subscription: boolean
  /** メール便 is put in the letterbox: nobody is there to pay. */
  mail_delivery_flag: boolean
}

/** Why a payment method can't be used, ready to show; null: it can. Remote islands make no difference. */
export function paymentRefusal(method: PaymentTerms, occasion: PaymentOccasion): string | null {
  const { amount, is_subscription, mail_delivery_flag } = occasion
  if (method.payment_method_id === PAYMENT_METHOD.cash_on_delivery && mail_delivery_flag)
    return '代金引換は、メール便ではご利用いただけません。'
  if (amount === undefined) return null
  if (method.payment_method_id === PAYMENT_METHOD.amazon_pay) {
    if (amount <= 0) return userMessage('amazon_pay_zero_total')
    const limit = AMAZON_PAY_LIMIT[is_subscription ? 'subscription' : 'normal']
    if (amount > limit) return userMessage('amazon_pay_limit', String(limit / 10_000))
  }
  if (amount > method.max_amount)
    return `お支払い金額が${formatYen(method.max_amount)}を超えるため、${method.payment_name}はご利用いただけません。`
  return null
}
