import { addMonths, type CalendarDate, isCalendarDate } from '@kushi/values/calendar-date'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { shopNow } from './shop-clock.ts'

const firstOf = (month: string): CalendarDate => `${month.slice(0, 7)}-01`

/** The first day of this month in Japan, or of the one given (`2026-11…`), moved by whole months. */
export function monthFrom(requestedMonth: string | null, by: number): CalendarDate {
  const first = firstOf(requestedMonth ?? '')
  return addMonths(isCalendarDate(first) ? first : firstOf(timestampToJapanDate(shopNow())), by)
}
