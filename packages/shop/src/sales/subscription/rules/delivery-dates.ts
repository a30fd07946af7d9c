import { addDays, type CalendarDate, daysBetween } from '@kushi/values/calendar-date'
import { ARRANGED_BEFORE_DAYS, SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import { isFailed, SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { arrangementDate, nextDeliveryDate } from '../../../catalogue/delivery/rules/next-delivery-date.ts'
import type { Pattern } from '../../../catalogue/delivery/rules/pattern.ts'

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
export function restartOn(
  row: Row,
  changed: readonly string[],
  today: CalendarDate,
  failure?: string,
): CalendarDate | null {
  if (!isFailed(row.summary_status)) return null
  const isRefused = row.summary_status === SUBSCRIPTION_STATUS.settlement_error && failure !== 'payment_method'
  if (changed.length === 0 || (isRefused && !changed.some((name) => mendsPayment.includes(name)))) return null
  const planned = arrangementDate(row.next_delivery_date)
  return planned > today ? planned : today
}

const { min_gap_days, max_ahead_days } = SUBSCRIPTION_DATE_LIMIT

const days = (from: CalendarDate, to: CalendarDate): CalendarDate[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, n) => addDays(from, n))

/** 次回お届け日 that the calendar offers; see `earliestChangeable` for the first. */
export const nextDates = (today: CalendarDate, earliest: CalendarDate): CalendarDate[] =>
  days(earliest, addDays(today, max_ahead_days))

/** 次々回お届け日 for a next date: 10 to 100 days later, and the date by the pattern. */
export function nextNextDates(next: CalendarDate, pattern: Pattern): CalendarDate[] {
  const chosen = days(addDays(next, min_gap_days), addDays(next, max_ahead_days))
  const regular = nextDeliveryDate(pattern, next)
  return chosen.includes(regular) ? chosen : [...chosen, regular].sort()
}

interface Coming extends Pattern {
  next_delivery_date: CalendarDate
  next_next_delivery_date: CalendarDate
  /** The next delivery is arranged: its goods are already taken from stock. */
  is_arranged: boolean
  /** 今回のみ: only in the next delivery. */
  is_one_time: boolean
  /** Deliveries left, including the next one; null: no end. */
  left: number | null
}

/** Days until `until` on which goods will be taken from stock, by the current dates and pattern. */
export function comingDays(one: Coming, today: CalendarDate, until: CalendarDate): CalendarDate[] {
  const { next_delivery_date, next_next_delivery_date, left } = one
  const days: CalendarDate[] = []
  // A failed delivery whose date has passed is delivered as soon as possible.
  if (!one.is_arranged) days.push(next_delivery_date < today ? today : next_delivery_date)
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

/** The earliest next delivery that can still be changed on `today` and that a parcel can reach (`earliest`). */
export function earliestChangeable(today: CalendarDate, earliest: CalendarDate): CalendarDate {
  const changeable = addDays(today, ARRANGED_BEFORE_DAYS)
  return changeable > earliest ? changeable : earliest
}

/**
 * Corrects dates that have passed: a next delivery before `earliest` moves to it, and a next-next one that is then too
 * near or too far is recalculated by the pattern. Other dates stay as the customer chose them.
 */
export function repairDates(dates: DeliveryDates, pattern: Pattern, earliest: CalendarDate): DeliveryDates {
  const next = dates.next_delivery_date < earliest ? earliest : dates.next_delivery_date
  const gap = daysBetween(next, dates.next_next_delivery_date)
  const { min_gap_days, max_gap_days } = SUBSCRIPTION_DATE_LIMIT
  const isKept = gap >= min_gap_days && gap <= max_gap_days
  return {
    next_delivery_date: next,
    next_next_delivery_date: isKept ? dates.next_next_delivery_date : nextDeliveryDate(pattern, next),
  }
}
