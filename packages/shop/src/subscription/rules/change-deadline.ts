import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { ARRANGED_BEFORE_DAYS } from '@kushi/values/limits'

/** 発送手配日: the day on which the shop writes the order of a delivery, charges it and takes the stock. */
export const arrangementDate = (delivery: CalendarDate): CalendarDate => addDays(delivery, -ARRANGED_BEFORE_DAYS)

/**
 * 変更締切日: the last day on which a delivery can be changed, paused or cancelled, to its end in Japan. The arrangement
 * may run from the first minute of its day, so it is the day before: 11 days ahead of the delivery.
 */
export const changeDeadline = (delivery: CalendarDate): CalendarDate => addDays(arrangementDate(delivery), -1)
