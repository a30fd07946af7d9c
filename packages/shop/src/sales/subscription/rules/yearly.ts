import type { OrderStatus } from '@kushi/values/order-status'
import type { PaymentState } from '@kushi/values/payment-method'

interface Yearly {
  /** Deliveries that the first order paid for (`total`), and the number of the current one (`cycle`). */
  total: number
  cycle: number
  /** The current one is arranged and will be delivered in any case. */
  is_arranged: boolean
  /** Yen that the yearly items cost, for all deliveries together. */
  paid_amount: number
  /** Captured and not refunded. */
  kept_amount: number
}

/** 年払いの残り: prepaid deliveries that are not arranged yet, and their value; never more than was kept. */
export function yearlyRest({ total, cycle, is_arranged, paid_amount, kept_amount }: Yearly) {
  const remaining = Math.max(0, total - cycle + (is_arranged ? 0 : 1))
  const rest_amount = Math.min(kept_amount, Math.floor((paid_amount * remaining) / total))
  return { remaining, rest_amount }
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
