import type { CalendarDate } from '@kushi/values/calendar-date'
import { fromTimestamp } from '@kushi/values/timestamp'
import { asOf } from './client-identity.ts'

/** The day in Japan by this device's clock, or the one as of which the page shows the shop: for lists to choose from. What counts is decided by the server. */
export const today = (): CalendarDate => fromTimestamp(Date.parse(asOf() ?? '') || Date.now())
