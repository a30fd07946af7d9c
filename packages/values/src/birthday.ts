import type { CalendarDate } from './calendar-date.ts'
import { dateParts } from './calendar-date.ts'

/** Birth years to offer, newest first: 91 years, starting ten years ago. */
export function birthYears(today: CalendarDate): number[] {
  const newest = dateParts(today).year - 10
  return Array.from({ length: 91 }, (_, index) => newest - index)
}
