import type { CalendarDate } from '@kushi/values/calendar-date'

/** The first day of a day's month. */
export const firstDayOfMonth = (day: CalendarDate): CalendarDate => `${day.slice(0, 7)}-01`

/** The first day of the next month. */
export function firstDayOfNextMonth(month: CalendarDate): CalendarDate {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
  return number === 12 ? `${year + 1}-01-01` : `${month.slice(0, 4)}-${String(number + 1).padStart(2, '0')}-01`
}

/** The day on which an event of `day` is booked: its own, or the first day of the next month that is not closed. */
export function bookingDay(day: CalendarDate, closed: ReadonlySet<CalendarDate>): CalendarDate {
  if (!closed.has(firstDayOfMonth(day))) return day
  let month = firstDayOfMonth(day)
  while (closed.has(month)) month = firstDayOfNextMonth(month)
  return month
}
