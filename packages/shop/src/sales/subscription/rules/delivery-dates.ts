import { addDays, type CalendarDate, daysBetween } from '@kushi/values/calendar-date'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import { isFailedSubscription, SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import {
  type ArrangementTerms,
  arrangementDate,
  deliveriesAfterFirst,
  earliestChangeableDelivery,
  earliestFollowingDelivery,
  followingDeliveryDay,
  laterOfDays,
} from '../../../catalogue/delivery/rules/arrangement.ts'
import type { ArrangeableSubscription, ShopLeadTimes } from '../../../catalogue/delivery/rules/lead.ts'
import { nextDeliveryDate } from '../../../catalogue/delivery/rules/next-delivery-date.ts'
import type { DeliveryPatternInput } from '../../../catalogue/delivery/rules/pattern.ts'
import { earliestDeliveryDay } from '../../../catalogue/delivery/rules/selectable-dates.ts'
import { arrangementTermsOfSubscription } from './terms.ts'

interface Row {
  summary_status: number
  next_delivery_date: CalendarDate
}

/** Changes that can resolve a refused payment. An address, for example, can't, and each retry costs money. */
const mendsPayment = ['payment_method_id', 'next_delivery_date']

/**
 * Returns the day on which a subscription in error is retried after a change that may resolve it: when its delivery is
 * due, or, if that has passed, today, by the next run. null: no retry. `failure`: the reason of the error. A payment
 * method that does not fit the delivery (`payment_method`) fails before the provider is called, so another delivery,
 * other items or another address may resolve it too.
 */
export function retryDay(
  row: Row,
  changed: readonly string[],
  today: CalendarDate,
  terms: ArrangementTerms,
  failure?: string,
): CalendarDate | null {
  if (!isFailedSubscription(row.summary_status)) return null
  const isRefused = row.summary_status === SUBSCRIPTION_STATUS.settlement_error && failure !== 'payment_method'
  if (changed.length === 0 || (isRefused && !changed.some((name) => mendsPayment.includes(name)))) return null
  const planned = arrangementDate(row.next_delivery_date, terms)
  return planned > today ? planned : today
}

const { min_gap_days, max_gap_days, max_ahead_days } = SUBSCRIPTION_DATE_LIMIT

const days = (from: CalendarDate, to: CalendarDate): CalendarDate[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, n) => addDays(from, n))

/** 次回お届け日 that the calendar offers; see `earliestChangeableDelivery` for the first. */
export const selectableNextDates = (today: CalendarDate, earliest: CalendarDate): CalendarDate[] =>
  days(earliest, addDays(today, max_ahead_days))

/** 次々回お届け日 for a next date: at most 100 days later, and the date by the pattern. */
export function selectableNextNextDates(
  next: CalendarDate,
  pattern: DeliveryPatternInput,
  terms: ArrangementTerms,
): CalendarDate[] {
  const chosen = days(earliestFollowingDelivery(next, terms), addDays(next, max_ahead_days))
  const regular = followingDeliveryDay(next, pattern, terms)
  return chosen.includes(regular) ? chosen : [...chosen, regular].sort()
}

interface UpcomingDates extends DeliveryPatternInput {
  next_delivery_date: CalendarDate
  next_next_delivery_date: CalendarDate
  /** The next delivery is arranged: its goods are already taken from stock. */
  is_arranged: boolean
  /** 今回のみ: only in the next delivery. */
  is_one_time: boolean
  /** 今回だけ除く: in every delivery but the next one. */
  is_left_out: boolean
  /** Deliveries left, including the next one; null: no end. */
  left: number | null
}

/** Days until `until` on which goods will be taken from stock, by the current dates and pattern. */
export function upcomingDays(one: UpcomingDates, today: CalendarDate, until: CalendarDate): CalendarDate[] {
  const { next_delivery_date, next_next_delivery_date, left } = one
  const days: CalendarDate[] = []
  // A failed delivery whose date has passed is delivered as soon as possible.
  if (!one.is_arranged && !one.is_left_out) days.push(next_delivery_date < today ? today : next_delivery_date)
  if (!one.is_one_time)
    for (
      let day = next_next_delivery_date, n = 2;
      day <= until && (left === null || n <= left);
      day = nextDeliveryDate(one, day), n++
    )
      days.push(day)
  return days.filter((day) => day >= today && day <= until)
}

export interface DeliveryDates {
  next_delivery_date: CalendarDate
  next_next_delivery_date: CalendarDate
}

/**
 * Corrects dates that have passed. A next delivery before `earliest` moves to it. A second one that is then too near or
 * too far is recalculated by the pattern, or moves to the first possible day. Other dates stay as the customer chose
 * them.
 */
export function moveDatesToEarliest(
  dates: DeliveryDates,
  pattern: DeliveryPatternInput,
  earliest: CalendarDate,
  terms: ArrangementTerms,
): DeliveryDates {
  const next = laterOfDays(dates.next_delivery_date, earliest)
  const gap = daysBetween(next, dates.next_next_delivery_date)
  const isKept = gap >= min_gap_days && gap <= max_gap_days
  return {
    next_delivery_date: next,
    next_next_delivery_date: isKept
      ? laterOfDays(dates.next_next_delivery_date, earliestFollowingDelivery(next, terms))
      : followingDeliveryDay(next, pattern, terms),
  }
}

interface BegunOn {
  row: DeliveryDates & DeliveryPatternInput
  /** Day of the first delivery, as its order says it; null: as soon as possible. */
  first: CalendarDate | null
  /** 前払い: the first delivery waited for its money, so that it comes later than its order says. */
  is_awaited: boolean
  terms: ArrangementTerms
}

/**
 * The dates of a subscription that begins today, perhaps long after its order. A second delivery that would come too soon after
 * the first one, or could not be changed any more, follows the first one by the pattern.
 */
export function deliveryDatesFromStart(today: CalendarDate, { row, first, is_awaited, terms }: BegunOn): DeliveryDates {
  const { next_delivery_date, next_next_delivery_date } = row
  const earliest = earliestChangeableDelivery(today, terms)
  const from = laterOfDays(first ?? today, earliestDeliveryDay(today, terms))
  const isLate = is_awaited && first !== null && from > first
  if (!isLate && next_delivery_date >= earliest) return { next_delivery_date, next_next_delivery_date }
  return deliveriesAfterFirst(from, row, { today, terms })
}

/** Returns the dates with which a delivery is arranged: a day that can no longer be reached moves. */
export function reachableDeliveryDates(
  { row, leads }: { row: ArrangeableSubscription & DeliveryPatternInput & DeliveryDates; leads: ShopLeadTimes },
  today: CalendarDate,
): DeliveryDates {
  const terms = arrangementTermsOfSubscription({ row, leads })
  return moveDatesToEarliest(row, row, earliestDeliveryDay(today, terms), terms)
}
