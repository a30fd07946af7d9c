import { type CalendarDate, daysBetween } from '@kushi/values/calendar-date'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import { changeDeadline, nextDeliveryDate } from '../../../catalogue/delivery/rules/next-delivery-date.ts'
import type { Pattern } from '../../../catalogue/delivery/rules/pattern.ts'
import type { DeliveryDates } from './delivery-dates.ts'

const { max_ahead_days, max_gap_days } = SUBSCRIPTION_DATE_LIMIT

/**
 * お休み: skips the next delivery; all others keep their dates. A delivery within the 100 days in which dates can be
 * picked can always be skipped, however long the pattern. One farther ahead can be skipped only if the delivery after
 * it is within 180 days. null: too far ahead; the member should pause instead.
 */
export function skipped(
  { next_delivery_date: out, next_next_delivery_date: next }: DeliveryDates,
  pattern: Pattern,
  today: CalendarDate,
): DeliveryDates | null {
  if (daysBetween(today, out) > max_ahead_days && daysBetween(today, next) > max_gap_days) return null
  return { next_delivery_date: next, next_next_delivery_date: nextDeliveryDate(pattern, next) }
}

/** A skip can be undone until the skipped delivery's deadline. */
export const canUndo = (before: DeliveryDates | null, today: CalendarDate): before is DeliveryDates =>
  before !== null && today <= changeDeadline(before.next_delivery_date)
