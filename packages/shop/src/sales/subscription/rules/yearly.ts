import type { OrderStatus } from '@kushi/values/order-status'
import type { PaymentState } from '@kushi/values/payment-method'
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
  /** Captured and not refunded. */
  kept_amount: number
}

/** 年払いの残り: prepaid deliveries that are not arranged yet, and their value; never more than was kept. */
export function yearlyRest({ total, paid_for, cycle, is_arranged, paid_amount, kept_amount }: Yearly) {
  const remaining = Math.max(0, total - cycle + (is_arranged ? 0 : 1))
  const rest_amount = Math.min(kept_amount, Math.floor((paid_amount * Math.min(remaining, paid_for)) / paid_for))
  return { remaining, rest_amount }
}

/**
 * What a 解約 does to the paid rest by the rule of the contract: it is still delivered, or refunded, less a fee if the rule
 * has one (rounded down).
 */
export function earlyEnd(
  { lump_sum_rule, lump_sum_fee_rate }: Pick<YearlyTerms, 'lump_sum_rule' | 'lump_sum_fee_rate'>,
  { rest_amount }: { rest_amount: number },
): { is_delivered: boolean; fee: number; refund_amount: number } {
  if (lump_sum_rule === 'delivered') return { is_delivered: true, fee: 0, refund_amount: 0 }
  const fee = lump_sum_rule === 'fee' ? Math.floor((rest_amount * lump_sum_fee_rate) / 100) : 0
  return { is_delivered: false, fee, refund_amount: rest_amount - fee }
}

/** 終了 by the shop: a rule that keeps nothing. */
export const BY_SHOP = { lump_sum_rule: 'refunded', lump_sum_fee_rate: 0 } as const

/** The share of these deliveries of the points that paid for all, less the fee of the rule (both rounded down). */
export function pointsOfRest(
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

/** The order and the payment that a yearly contract began with. */
export interface FirstPayment {
  status: OrderStatus
  /** null: nothing was to be paid. */
  paid: { state: PaymentState; captured_amount: number; refunded_amount: number } | null
}

/**
 * 年払い: the last delivery that the first order paid for; null: each delivery is paid separately, or the money is not
 * here any more. `first` null: the contract began in another system.
 */
export const prepaidUntil = (items: readonly Item[], first: FirstPayment | null): number | null =>
  first === null || isPaid(first) ? yearlyDeliveries(items) : null

const gone: readonly OrderStatus[] = ['payment_error', 'cancelled', 'returned']
const released: readonly PaymentState[] = ['failed', 'void_pending', 'voided', 'refunded']

function isPaid({ status, paid }: FirstPayment): boolean {
  if (gone.includes(status)) return false
  if (paid === null) return true
  const { state, captured_amount, refunded_amount } = paid
  return !released.includes(state) && !(state === 'captured' && refunded_amount >= captured_amount)
}

/** How many deliveries a yearly payment was sold for; null: these items are not paid yearly. */
export function yearlyDeliveries(items: readonly Item[]): number | null {
  const counts = items.filter((item) => item.lump_sum_payment_flag).map((item) => item.lump_sum_payment_num ?? 1)
  return counts.length > 0 ? Math.max(...counts) : null
}
