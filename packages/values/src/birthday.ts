import type { CalendarDate, DateParts } from './calendar-date.ts'
import { calendarDate, dateParts } from './calendar-date.ts'

/** Birth years to offer, newest first: 91 years, from ten years ago backwards. */
export function birthYears(today: CalendarDate): number[] {
  const newest = dateParts(today).year - 10
  return Array.from({ length: 91 }, (_, index) => newest - index)
}

/** The birthday chosen in three fields, or null when there is no such day or it is in the future (field rule: birthday). */
export function toBirthday(parts: DateParts, today: CalendarDate): CalendarDate | null {
  const date = calendarDate(parts)
  return date !== null && date <= today ? date : null
}
