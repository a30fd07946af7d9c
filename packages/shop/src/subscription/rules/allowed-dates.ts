import { addDays, type CalendarDate, daysBetween } from '@kushi/values/calendar-date'
import { SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import { nextDeliveryDate } from '../../delivery/rules/next-delivery-date.ts'
import type { Pattern } from '../../delivery/rules/pattern.ts'

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
