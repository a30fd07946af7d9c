import { type CalendarDate, daysBetween } from '@kushi/values/calendar-date'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import {
  type ArrangementTerms,
  changeDeadline,
  followingDeliveryDay,
} from '../../../catalogue/delivery/rules/arrangement.ts'
import type { DeliveryPatternInput } from '../../../catalogue/delivery/rules/pattern.ts'
import type { DeliveryDates } from './delivery-dates.ts'

const { max_ahead_days, max_gap_days, min_gap_days } = SUBSCRIPTION_DATE_LIMIT

/**
 * お休み: skips the next delivery; all others keep their dates. A delivery within the 100 days in which dates can be
 * picked can always be skipped, however long the pattern. One farther ahead can be skipped only if the delivery after
 * it is within 180 days. null: too far ahead; the member should pause instead.
 */
export function skipNextDelivery(
  { next_delivery_date: out, next_next_delivery_date: next }: DeliveryDates,
  pattern: DeliveryPatternInput,
  terms: ArrangementTerms,
  today: CalendarDate,
): DeliveryDates | null {
  if (daysBetween(today, out) > max_ahead_days && daysBetween(today, next) > max_gap_days) return null
  return { next_delivery_date: next, next_next_delivery_date: followingDeliveryDay(next, pattern, terms) }
}

interface Skipping extends DeliveryDates {
  skipped_dates: readonly CalendarDate[]
}

/** The skipped deliveries that can still be restored, soonest first: each until its own deadline. */
export const restorableSkips = (row: Skipping, terms: ArrangementTerms, today: CalendarDate): CalendarDate[] =>
  row.skipped_dates
    .filter((day) => today <= changeDeadline(day, terms))
    .filter((day) =>
      [row.next_delivery_date, row.next_next_delivery_date].every(
        (other) => Math.abs(daysBetween(day, other)) >= min_gap_days,
      ),
    )
    .toSorted()

/** Undoes one skip: of the three deliveries that are then ahead, the first two. */
export function restoreSkippedDelivery(row: Skipping, day: CalendarDate) {
  const [next, after] = [day, row.next_delivery_date, row.next_next_delivery_date].sort()
  return {
    next_delivery_date: next!,
    next_next_delivery_date: after!,
    skipped_dates: row.skipped_dates.filter((one) => one !== day),
  }
}
