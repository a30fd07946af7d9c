import { addDays, type CalendarDate, daysBetween } from '@kushi/values/calendar-date'
import { ARRANGED_BEFORE_DAYS, SUBSCRIPTION_DATE_LIMIT } from '@kushi/values/limits'
import { nextDeliveryDate } from '../../delivery/rules/next-delivery-date.ts'
import type { Pattern } from '../../delivery/rules/pattern.ts'

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
