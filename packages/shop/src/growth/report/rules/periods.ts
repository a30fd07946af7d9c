import type { ReportPeriod } from '@kushi/contract/admin/report'
import { addDays, type CalendarDate, dateParts } from '@kushi/values/calendar-date'

/** The first and last day of a period that moves with today, such as the last month. */
export function daysOfPeriod(period: ReportPeriod, today: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  const month = periodStart(today, 'month')
  const monthsBefore = (count: number) => {
    let start = month
    for (let n = 0; n < count; n++) start = periodStart(addDays(start, -1), 'month')
    return start
  }
  if (period === 'this_month') return { from: month, to: today }
  if (period === 'last_month') return { from: monthsBefore(1), to: addDays(month, -1) }
  if (period === 'last_12') return { from: monthsBefore(11), to: today }
  if (period === 'last_24') return { from: monthsBefore(23), to: today }
  if (period === 'last_week') {
    const monday = periodStart(today, 'week')
    return { from: addDays(monday, -7), to: addDays(monday, -1) }
  }
  return { from: addDays(today, -29), to: today }
}

export type CalendarPeriod = 'day' | 'week' | 'month'
/** Whether rows are grouped by day, week or month. */
export const isCalendarPeriod = (by: string): by is CalendarPeriod => by === 'day' || by === 'week' || by === 'month'

/** The first day of the period in which a day lies; a week begins on Monday. */
export function periodStart(day: CalendarDate, by: CalendarPeriod): CalendarDate {
  if (by === 'day') return day
  if (by === 'month') return `${day.slice(0, 7)}-01`
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** The first day of the next period. */
export function nextPeriodStart(start: CalendarDate, by: CalendarPeriod): CalendarDate {
  if (by === 'day') return addDays(start, 1)
  if (by === 'week') return addDays(start, 7)
  return periodStart(addDays(start, 31), 'month')
}

/** The first days of all periods from one day to another. */
export function periodStartsBetween(from: CalendarDate, to: CalendarDate, by: CalendarPeriod): CalendarDate[] {
  const all: CalendarDate[] = []
  for (let at = periodStart(from, by); at <= to; at = nextPeriodStart(at, by)) all.push(at)
  return all
}

/** The name of a period by its first day, such as 「2026年4月」. */
export function formatPeriod(start: CalendarDate, by: CalendarPeriod): string {
  const { year, month, day } = dateParts(start)
  if (by === 'month') return `${year}年${month}月`
  return by === 'week' ? `${year}/${month}/${day}の週` : `${year}/${month}/${day}`
}
