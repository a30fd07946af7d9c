import type { OrderStatus } from '@kushi/values/order-status'
import { netCapturedAmount, type PaidAmounts, unrefundedAmount } from '@kushi/values/paid-amounts'
import { isCashOnDelivery, type PaymentState } from '@kushi/values/payment-method'
import type { Yen } from '@kushi/values/yen'
import type { YearlyTerms } from '../../../catalogue/promise/rules/facts.ts'

interface Yearly {
  /** Deliveries that the first order paid for (`total`), and the number of the current one (`cycle`). */
  total: number
  /** Deliveries that `paid_amount` was for. */
  paid_for: number
  cycle: number
  /** The current one is arranged and will be delivered in any case. */
  is_arranged: boolean
  /** Yen that the yearly items cost, for all deliveries together. */
  paid_amount: number
  /** Yen that are here, or coming, and not owed. */
  kept_amount: number
  /** Yen of the payment that were never collected, or that were refunded. */
  missing_amount: number
}

/**
 * 年払いの残り: the number of prepaid deliveries that are not arranged yet, and their remaining value in yen. The value is
 * never more than the money that the shop has kept.
 */
export function remainingYearlyValue({
  total,
  paid_for,
  cycle,
  is_arranged,
  paid_amount,
  kept_amount,
  missing_amount,
}: Yearly) {
  const remaining = Math.max(0, total - cycle + (is_arranged ? 0 : 1))
  const value = Math.floor((paid_amount * Math.min(remaining, paid_for)) / paid_for)
  const rest_amount = Math.max(0, Math.min(kept_amount, value - missing_amount))
  return { remaining, rest_amount }
}

/**
 * Decides what 解約 does with the rest of a 年払い by the contract's rule: the rest is delivered, or refunded less a fee if
 * the rule has one (rounded down).
 */
export function earlyCancellation(
  { lump_sum_rule, lump_sum_fee_rate }: Pick<YearlyTerms, 'lump_sum_rule' | 'lump_sum_fee_rate'>,
  { rest_amount }: { rest_amount: number },
): { is_delivered: boolean; fee: number; refund_amount: number } {
  if (lump_sum_rule === 'delivered') return { is_delivered: true, fee: 0, refund_amount: 0 }
  const fee = lump_sum_rule === 'fee' ? Math.floor((rest_amount * lump_sum_fee_rate) / 100) : 0
  return { is_delivered: false, fee, refund_amount: rest_amount - fee }
}

/** 終了 by the shop: a rule that keeps nothing. */
export const FULL_REFUND_RULE = { lump_sum_rule: 'refunded', lump_sum_fee_rate: 0 } as const

/**
 * The points to return for the remaining deliveries: their share of the points used, less the fee of the rule. Both
 * are rounded down.
 */
export function yearlyPointsToReturn(
  { lump_sum_rule, lump_sum_fee_rate }: Pick<YearlyTerms, 'lump_sum_rule' | 'lump_sum_fee_rate'>,
  { used_points, paid_for, remaining }: { used_points: number; paid_for: number; remaining: number },
): number {
  if (lump_sum_rule === 'delivered') return 0
  const rest = Math.floor((used_points * Math.min(remaining, paid_for)) / paid_for)
  return rest - (lump_sum_rule === 'fee' ? Math.floor((rest * lump_sum_fee_rate) / 100) : 0)
}

interface Item {
  lump_sum_payment_flag: boolean
  lump_sum_payment_num: number | null
}

/** The first order of a yearly contract, and the state of its payment. */
export interface FirstPayment {
  status: OrderStatus
  /** null: nothing was to be paid. */
  paid: (PaidAmounts & { state: PaymentState; payment_method_id: number | null }) | null
  /** Yen that the yearly items cost, and the deliveries that they were sold for. */
  paid_amount: Yen
  paid_for: number
  /** Yen credited for returned goods and for fees. They paid for no delivery that is still to come. */
  taken_back: Yen
}

const calledOff: readonly OrderStatus[] = ['payment_error', 'cancelled', 'returned']
const released: readonly PaymentState[] = ['failed', 'void_pending', 'voided', 'refunded']
const untaken: readonly PaymentState[] = ['intent', 'redirected', 'returned', 'held', 'authorised']

/**
 * Whether nothing pays for the remaining deliveries any more: the order was cancelled, returned or not paid, or all
 * its money was released or refunded.
 */
export function isYearlyPaymentLost({ status, paid }: FirstPayment): boolean {
  if (calledOff.includes(status)) return true
  if (paid === null || paid.amount === 0) return false
  return released.includes(paid.state) || (paid.state === 'captured' && netCapturedAmount(paid) <= 0)
}

/**
 * Yen of the first payment that will be captured when its parcel ships. 代引 counts as 0, because the customer may
 * refuse the parcel at the door.
 */
export const uncapturedYearlyAmount = ({ paid }: FirstPayment): Yen =>
  paid && untaken.includes(paid.state) && !isCashOnDelivery(paid.payment_method_id)
    ? paid.amount - paid.captured_amount
    : 0

/** Yen of the yearly payment that are received or `coming`, and not owed to the customer. */
export function keptYearlyAmount({ paid }: Pick<FirstPayment, 'paid'>, coming: Yen): Yen {
  const then = paid && { ...paid, captured_amount: paid.captured_amount + coming }
  return netCapturedAmount(then) - unrefundedAmount(then)
}

/**
 * Yen of the yearly payment that the shop neither has nor is going to get (`coming`): never collected, or refunded
 * without goods coming back.
 */
export function missingYearlyAmount(first: FirstPayment, coming: Yen): Yen {
  if (first.paid === null) return 0
  return Math.max(0, first.paid.amount - keptYearlyAmount(first, coming) - first.taken_back)
}

/**
 * 年払い: the number of the last delivery that is fully paid by the money received and by `coming`. null: none, or each
 * delivery is paid separately. `first` null: the contract began in another system.
 */
export function prepaidUntil(items: readonly Item[], first: FirstPayment | null, coming: Yen): number | null {
  const total = yearlyDeliveryCount(items)
  if (total === null || first === null) return total
  if (isYearlyPaymentLost(first)) return null
  const { paid_amount, paid_for } = first
  const missing = missingYearlyAmount(first, coming)
  if (missing === 0 || paid_amount === 0) return total
  const left = Math.max(0, paid_amount - missing)
  // The most shares, each rounded down, that fit into the rest.
  const whole = Math.min(paid_for, Math.ceil(((left + 1) * paid_for) / paid_amount) - 1)
  return whole > 0 ? total - paid_for + whole : null
}

/** The number of deliveries that a yearly payment was sold for; null: these items are not paid yearly. */
export function yearlyDeliveryCount(items: readonly Item[]): number | null {
  const counts = items.filter((item) => item.lump_sum_payment_flag).map((item) => item.lump_sum_payment_num ?? 1)
  return counts.length > 0 ? Math.max(...counts) : null
}
