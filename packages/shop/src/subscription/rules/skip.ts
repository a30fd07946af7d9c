import { type CalendarDate, daysBetween } from '@kushi/values/calendar-date'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import { changeDeadline } from '../../delivery/rules/change-deadline.ts'
import { nextDeliveryDate } from '../../delivery/rules/next-delivery-date.ts'
import type { Pattern } from '../../delivery/rules/pattern.ts'
import type { DeliveryDates } from './repair-dates.ts'

const { max_ahead_days, max_gap_days } = SUBSCRIPTION_DATE_LIMIT

/**
 * お休み: the next delivery falls out, all others stay where they are. A delivery within the 100 days in which dates are
 * picked can always fall out, however long the pattern is; one farther ahead only while the one after it stays within 180.
 * null: that would be too far ahead; pause instead.
 */
export function skipped(
  { next_delivery_date: out, next_next_delivery_date: next }: DeliveryDates,
  pattern: Pattern,
  today: CalendarDate,
): DeliveryDates | null {
  if (daysBetween(today, out) > max_ahead_days && daysBetween(today, next) > max_gap_days) return null
  return { next_delivery_date: next, next_next_delivery_date: nextDeliveryDate(pattern, next) }
}

/** Until its old deadline a skip can be taken back. */
export const canUndo = (before: DeliveryDates | null, today: CalendarDate): before is DeliveryDates =>
  before !== null && today <= changeDeadline(before.next_delivery_date)
