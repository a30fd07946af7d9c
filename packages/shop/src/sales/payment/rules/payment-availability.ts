import {
  isCashOnDelivery,
  isDeferredPayment,
  notForFirstDeliveryText,
  notForSubscriptionsText,
  paymentMethod,
  paysFirstDeliveryOnly,
} from '@kushi/values/payment-method'
import { userMessage } from '@kushi/values/user-message'
import { formatYen, type Yen } from '@kushi/values/yen'

/** The limits of a payment method, and what the member owes by it already, in yen. */
export interface PaymentTerms {
  payment_method_id: number | null
  payment_name: string
  /** Maximum amount for this method, including its fee. */
  max_amount: Yen
  /** Maximum that the member may owe by this method over all orders; null: no limit. */
  cumulative_limit: Yen | null
  /** The member's unpaid amount by this method (yen). */
  open_amount: Yen
  /**
   * Whether the shop offers the method for 定期便, or for its first delivery; null: the shop can't choose this for the
   * method.
   */
  for_subscriptions: boolean | null
}

/** The purchase for which the availability of a payment method is checked. */
export interface PaymentOccasion {
  /** The amount to pay, including the fee; undefined: not known yet. */
  amount: Yen | undefined
  /** The amount of each later delivery of a subscription, including the fee; absent: not known, or none. */
  following_amount?: Yen | undefined
  is_subscription: boolean
  /** The order that begins the subscription; absent: its later deliveries, too. */
  is_first_delivery?: boolean | undefined
  /** メール便 goes into the letterbox: no one is present to pay. */
  mail_delivery_flag: boolean
  /** 置き配 and similar notes; undefined: not known yet. */
  delivery_notes?: string | undefined
  /** 年払い: one charge for the deliveries of a year. */
  is_lump_sum?: boolean | undefined
  /** Days until the chosen delivery; absent: none is chosen yet, or the next one possible. */
  delivery_in_days?: number | undefined
  /** 決済の停止: nothing can be asked of a provider. */
  is_held?: boolean | undefined
}

/** Why only 代金引換 is available while the shop's payments are on hold. */
export const PAYMENTS_ON_HOLD_TEXT =
  'ただいま、お支払いの確認のため、代金引換のほかのお支払い方法はご利用いただけません。'

/** Returns why a payment method can't be used, ready to show; null: it can. Remote islands make no difference. */
export function paymentRefusal(method: PaymentTerms, occasion: PaymentOccasion): string | null {
  if (occasion.is_held && !isCashOnDelivery(method.payment_method_id)) return PAYMENTS_ON_HOLD_TEXT
  return paymentPlaceRefusal(method, occasion) ?? amountRefusal(method, { ...occasion, ...laterBy(method, occasion) })
}

/** The later deliveries, as far as they are paid by the method. */
const laterBy = ({ payment_method_id }: PaymentTerms, { is_subscription, following_amount }: PaymentOccasion) => ({
  following_amount: paysFirstDeliveryOnly({ payment_method_id, is_subscription }) ? undefined : following_amount,
})

/** The parcel is left without a person receiving it. */
const leftBehind = /置き?配|玄関前|宅配(ボックス|ロッカー)|ロッカー|ガスメーター|物置|車庫/

/**
 * Returns the reason why the payment method can't be used for this kind of purchase, whatever the amount; null: it can.
 */
export function paymentPlaceRefusal(
  { payment_method_id, for_subscriptions }: Pick<PaymentTerms, 'payment_method_id' | 'for_subscriptions'>,
  occasion: PaymentOccasion,
): string | null {
  const notFor = occasion.is_first_delivery ? notForFirstDeliveryText : notForSubscriptionsText
  const onceOnly = occasion.is_subscription ? notFor(payment_method_id, for_subscriptions) : null
  if (onceOnly) return onceOnly
  const { name, kind, reserved_days, links_account } = paymentMethod(payment_method_id)
  // A charge for a 定期便 is captured at once, not reserved.
  const isReserved = reserved_days !== undefined && !occasion.is_subscription
  if (isReserved && (occasion.delivery_in_days ?? 0) > reserved_days)
    return `${name}は、${reserved_days}日より先のお届けではご利用いただけません。お届け希望日を早めるか、ほかのお支払い方法をお選びください。`
  const isAtDoor = isCashOnDelivery(payment_method_id)
  // The rest of a yearly payment is refunded months later. No provider of a linked account says that this is possible.
  const isNeverYearly =
    isAtDoor || isDeferredPayment(payment_method_id) || links_account !== undefined || kind === 'prepaid'
  if (occasion.is_lump_sum && isNeverYearly)
    return '年払いの商品は、クレジットカードなど、ほかのお支払い方法でお求めください。'
  if (isAtDoor && occasion.mail_delivery_flag) return '代金引換は、メール便ではご利用いただけません。'
  if (isAtDoor && leftBehind.test(occasion.delivery_notes ?? ''))
    return '代金引換は、置き配や宅配ボックスでのお受け取りではご利用いただけません。'
  return null
}

function amountRefusal(method: PaymentTerms, { amount, following_amount = 0, ...occasion }: PaymentOccasion) {
  if (amount === undefined) return null
  const { kind, name, limit } = paymentMethod(method.payment_method_id)
  if (kind === 'wallet' && amount <= 0) return userMessage('wallet_zero_total', name)
  if (kind === 'prepaid' && occasion.is_subscription && amount <= 0)
    return `1回目のお支払いがないため、${name}はご利用いただけません。ほかのお支払い方法をお選びください。`
  const highest = Math.max(amount, following_amount)
  const most = limit?.[occasion.is_subscription ? 'subscription' : 'normal'] ?? highest
  if (highest > most) return userMessage('wallet_limit', name, String(most / 10_000))
  // A first delivery that is cheaper than the later ones must not sell what can't be charged then.
  const what = amount > method.max_amount ? 'お支払い金額' : '2回目からのお支払い金額'
  if (highest > method.max_amount)
    return `${what}が${formatYen(method.max_amount)}を超えるため、${method.payment_name}はご利用いただけません。`
  const { cumulative_limit, open_amount } = method
  if (cumulative_limit === null) return null
  if (open_amount + amount > cumulative_limit)
    return `${method.payment_name}のご利用残高が${formatYen(cumulative_limit)}を超えるため、今回はご利用いただけません(現在のご利用残高 ${formatYen(open_amount)})。`
  // Today's unpaid amount is paid by the next delivery.
  if (following_amount > cumulative_limit)
    return `2回目からのお支払い金額が${method.payment_name}のご利用残高の上限${formatYen(cumulative_limit)}を超えるため、ご利用いただけません。`
  return null
}
