import type { CalendarDate } from '@kushi/values/calendar-date'
import type { ReportMailEvery } from '@kushi/values/report'
import { periodOf } from './periods.ts'

/** The Monday or the 1st whose mail is the last one due on this day. */
export const mailPeriod = (today: CalendarDate, every: ReportMailEvery): CalendarDate =>
  periodOf(today, every === 'monday' ? 'week' : 'month')
