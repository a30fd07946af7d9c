import type { CalendarDate } from '@kushi/values/calendar-date'
import { fromTimestamp } from '@kushi/values/timestamp'

/** The day in Japan by this device's clock: for lists to choose from. What counts is decided by the server. */
export const today = (): CalendarDate => fromTimestamp(Date.now())
