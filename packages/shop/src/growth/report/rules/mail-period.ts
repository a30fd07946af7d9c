import type { CalendarDate } from '@kushi/values/calendar-date'
import type { ReportMailEvery } from '@kushi/values/report'
import { periodStart } from './periods.ts'

/** The latest day up to `today` on which the report mail was due: a Monday or the 1st of a month. */
export const reportMailDueDay = (today: CalendarDate, every: ReportMailEvery): CalendarDate =>
  periodStart(today, every === 'monday' ? 'week' : 'month')
