import type { Tx } from '@kushi/db/connect'
import type { Yen } from '@kushi/values/yen'
import { returnPrepaidPointShare } from '../../../catalogue/point/index.ts'
import type { QueryContext } from '../../../context.ts'
import { creditItemsOfRequest, loadOrderWithCredits, lockOrder, writeOrderCredit } from '../../order/index.ts'
import { subscriptionLockOf } from '../rules/lock.ts'
import {
  earlyCancellation,
  FULL_REFUND_RULE,
  isYearlyPaymentLost,
  keptYearlyAmount,
  missingYearlyAmount,
  remainingYearlyValue,
  uncapturedYearlyAmount,
  yearlyPointsToReturn,
} from '../rules/yearly.ts'
import type { LoadedSubscription, SubscriptionRow } from './load-subscription.ts'

type EndRule = Pick<SubscriptionRow, 'lump_sum_rule' | 'lump_sum_fee_rate'>

/**
 * 年払い: returns the order that paid for all deliveries, the value of the rest, and the refund of an end by this rule;
 * null: there is none.
 */
export function yearlyRestAtEnd(
  loaded: LoadedSubscription,
  rule: EndRule = loaded.row,
  is_arranged = isDeliveryArranged(loaded),
) {
  const { row, yearly_total: total, prepaid_until, first } = loaded
  if (total === null || first === null || isYearlyPaymentLost(first)) return null
  const { order_id, order_no, paid, paid_amount, paid_for, used_points } = first
  // The yearly payment is captured when the first parcel ships; amounts owed by then already count.
  const coming = uncapturedYearlyAmount(first)
  const rest = remainingYearlyValue({
    total,
    paid_for,
    cycle: row.cycle,
    is_arranged,
    paid_amount,
    kept_amount: keptYearlyAmount(first, coming),
    missing_amount: missingYearlyAmount(first, coming),
  })
  const end = earlyCancellation(rule, rest)
  return {
    order_id,
    order_no,
    total,
    paid_amount,
    kept_amount: keptYearlyAmount(first, 0),
    refunded_amount: paid?.refunded_amount ?? 0,
    ...rest,
    // Only prepaid deliveries still come.
    ...(end.is_delivered && { remaining: Math.max(0, rest.remaining - total + (prepaid_until ?? 0)) }),
    ...end,
    rest_points: yearlyPointsToReturn(rule, { used_points, paid_for, remaining: rest.remaining }),
  }
}

/** Checked without the calendar: if only the deadline locks the subscription, it can still be ended. */
const isDeliveryArranged = (loaded: LoadedSubscription) =>
  loaded.order !== null && subscriptionLockOf(loaded, '0001-01-01') === 'arranged'

/** The refund of a 年払い that ends, from its first order. */
export interface YearlyRefund {
  order_id: number
  amount: Yen
  points: number
}

/** Returns the refund of an end by this rule; null: nothing was prepaid. */
export function yearlyRefund(loaded: LoadedSubscription, rule?: EndRule): YearlyRefund | null {
  const yearly = yearlyRestAtEnd(loaded, rule)
  return yearly && { order_id: yearly.order_id, amount: yearly.refund_amount, points: yearly.rest_points }
}

/**
 * Returns the refund for a delivery of a 年払い that was arranged when the shop ended the contract, and was then called
 * off: its whole share, whatever the end refunded for the deliveries after it. null: nothing was prepaid.
 */
export function refundOfCancelledYearlyDelivery(loaded: LoadedSubscription): YearlyRefund | null {
  const without = yearlyRestAtEnd(loaded, FULL_REFUND_RULE, false)
  const coming = yearlyRestAtEnd(loaded, FULL_REFUND_RULE, true)
  if (!without || !coming) return null
  return {
    order_id: without.order_id,
    amount: without.refund_amount - coming.refund_amount,
    points: without.rest_points - coming.rest_points,
  }
}

/**
 * Writes what the end of a 年払い gives back, in its transaction, with the subscription locked: the money as 赤伝 of the
 * first order, which is owed from then on, or once it is captured. The points are returned.
 */
export async function writeYearlyRefund(
  tx: Tx,
  ctx: QueryContext,
  { order_id, amount, points }: YearlyRefund,
  note: string,
): Promise<void> {
  if (amount > 0) {
    const { order, paid } = await lockOrder(tx, { shop_id: ctx.shop_id, id: order_id })
    const lines = creditItemsOfRequest(await loadOrderWithCredits(tx, order), { sum: amount })
    await writeOrderCredit(tx, ctx, order, paid, { kind: 'ended', lines, note })
  }
  if (points > 0) await returnPrepaidPointShare(tx, ctx, order_id, points)
}
