import { netCapturedAmount } from '@kushi/values/paid-amounts'
import { subscriptionLockOf } from '../rules/lock.ts'
import {
  earlyCancellation,
  isYearlyPaymentLost,
  missingYearlyAmount,
  remainingYearlyValue,
  uncapturedYearlyAmount,
  yearlyPointsToReturn,
} from '../rules/yearly.ts'
import type { LoadedSubscription, SubscriptionRow } from './load-subscription.ts'
import type { YearlyEndingRefund } from './record-event.ts'

type EndRule = Pick<SubscriptionRow, 'lump_sum_rule' | 'lump_sum_fee_rate'>

/**
 * 年払い: returns the order that paid for all deliveries, the value of the rest, and what an end by this rule gives back;
 * null: there is none.
 */
export function yearlyEnding(loaded: LoadedSubscription, rule: EndRule = loaded.row) {
  const { row, order: present, yearly_total: total, prepaid_until, first } = loaded
  if (total === null || first === null || isYearlyPaymentLost(first)) return null
  const { order_id, order_no, paid, paid_amount, paid_for, used_points } = first
  // Taken when the first parcel is shipped: what is owed then counts already.
  const coming = uncapturedYearlyAmount(first)
  const kept_amount = netCapturedAmount(paid)
  // Checked without the calendar: if only the deadline locks the subscription, it can still be ended.
  const is_arranged = present !== null && subscriptionLockOf(loaded, '0001-01-01') === 'arranged'
  const rest = remainingYearlyValue({
    total,
    paid_for,
    cycle: row.cycle,
    is_arranged,
    paid_amount,
    kept_amount: kept_amount + coming,
    missing_amount: missingYearlyAmount(first, coming),
  })
  const end = earlyCancellation(rule, rest)
  return {
    order_id,
    order_no,
    total,
    paid_amount,
    kept_amount,
    refunded_amount: paid?.refunded_amount ?? 0,
    ...rest,
    // Only what is paid for still comes.
    ...(end.is_delivered && { remaining: Math.max(0, rest.remaining - total + (prepaid_until ?? 0)) }),
    ...end,
    rest_points: yearlyPointsToReturn(rule, { used_points, paid_for, remaining: rest.remaining }),
  }
}

/** The refund that an end by this rule owes, and the points that it returns, for its event. */
export function yearlyRefund(loaded: LoadedSubscription, rule?: EndRule): YearlyEndingRefund {
  const yearly = yearlyEnding(loaded, rule)
  if (!yearly) return {}
  const { order_id, order_no, refunded_amount: given, refund_amount, rest_points: points } = yearly
  return {
    ...(refund_amount > 0 && { refund: { order_no, given, total: given + refund_amount } }),
    ...(points > 0 && { rest_points: { order_id, points } }),
  }
}
