import { addDays, addMonths, type CalendarDate, lastDayOfMonth, utcMidnightMs } from '@kushi/values/calendar-date'

/** A month of the calendar: `2026-12`. */
export type Month = string

export const monthOf = (date: CalendarDate): Month => date.slice(0, 7)
export const firstOf = (month: Month): CalendarDate => `${month}-01`

/** 0 Sunday. */
const weekday = (date: CalendarDate) => new Date(utcMidnightMs(date)).getUTCDay()

/** The month `count` months later. */
export const monthsLater = (month: Month, count: number): Month => monthOf(addMonths(firstOf(month), count))

/** Weeks from Sunday to Saturday; null for days of another month. */
export function weeksOf(month: Month): (CalendarDate | null)[][] {
  const first = firstOf(month)
  const last = lastDayOfMonth(first)
  const sunday = addDays(first, -weekday(first))
  const weeks: (CalendarDate | null)[][] = []
  for (let start = sunday; start <= last; start = addDays(start, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const date = addDays(start, index)
        return monthOf(date) === month ? date : null
      }),
    )
  return weeks
}

/** The day that a key moves to, by the ARIA practices for calendars; null: not a key of the calendar. */
export function dateAfterKey(key: string, date: CalendarDate): CalendarDate | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1)
    case 'ArrowRight':
      return addDays(date, 1)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'Home':
      return addDays(date, -weekday(date))
    case 'End':
      return addDays(date, 6 - weekday(date))
    case 'PageUp':
      return addMonths(date, -1)
    case 'PageDown':
      return addMonths(date, 1)
    default:
      return null
  }
}

/** The day itself if it is between `first` and `last`, otherwise the nearer of the two. */
export function clampDate(date: CalendarDate, first: CalendarDate, last: CalendarDate): CalendarDate {
  if (date < first) return first
  return date > last ? last : date
}
