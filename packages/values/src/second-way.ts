import { isPrepaidMethod, type PaymentMethodId, paymentMethodName } from './payment-method.ts'
import type { PaymentFee } from './price-terms.ts'

/**
 * The payment method that a member chose for a subscription in case a payment fails (お支払いできないときに使う方法). An order whose own
 * way pays the first delivery only names by it the way of the later ones (2回目からのお支払い方法).
 */
export interface FallbackPaymentMethod {
  payment_method_id: PaymentMethodId
  card_seq: number | null
  /** Its 手数料 when the member set it; deliveries paid by it never cost more. */
  payment_fees: readonly PaymentFee[]
}

/** The label of the second way, for an order whose own way pays the first delivery only. */
export const FOLLOWING_WAY_LABEL = '2回目からのお支払い方法'

/** The label of the second way of an order by this method. */
export const secondWayLabel = (payment_method_id: number | null): string =>
  isPrepaidMethod(payment_method_id) ? FOLLOWING_WAY_LABEL : 'お支払いできないときに使う方法'

/** The label of the second way's fee. */
export const secondWayFeeLabel = (payment_method_id: number | null): string =>
  isPrepaidMethod(payment_method_id) ? '2回目からの手数料' : '切り替えたあとの手数料'

/** A payment method, and which of the member's cards it charges. */
export interface PaymentWay {
  payment_method_id: number | null
  card_seq: number | null
}

export const isSamePaymentWay = (one: PaymentWay, other: PaymentWay): boolean =>
  one.payment_method_id === other.payment_method_id && one.card_seq === other.card_seq

export const paymentWayText = ({ payment_method_id, card_seq }: PaymentWay): string =>
  `${paymentMethodName(payment_method_id)}${card_seq === null ? '' : `(カード${card_seq + 1})`}`

/**
 * The member's fallback payment method, for when the present one is refused. null: none is set, or the contract
 * already pays by it.
 */
export const fallbackPaymentOf = (
  row: PaymentWay & { second_way: FallbackPaymentMethod | null },
): FallbackPaymentMethod | null => (row.second_way && isSamePaymentWay(row.second_way, row) ? null : row.second_way)

/** Why a way can't stand in for the present one, as text; null: it can. */
export const sameSecondWayProblem = (way: PaymentWay, present: PaymentWay): string | null =>
  isSamePaymentWay(way, present)
    ? `${paymentMethodName(present.payment_method_id)}は、いまのお支払い方法です。別の方法をお選びください。`
    : null
