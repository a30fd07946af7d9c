import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { ARRANGED_BEFORE_DAYS } from '@kushi/values/limits'

/**
 * 変更締切日: the last day, to its end in Japan, on which a delivery can be changed, paused or cancelled: ten days before
 * the delivery (a delivery of 12月3日 can be changed until 11月23日).
 */
export const changeDeadline = (delivery: CalendarDate): CalendarDate => addDays(delivery, -ARRANGED_BEFORE_DAYS)

/** 発送手配日: the day, after the deadline, whose job writes the order of a delivery, charges it and takes the stock. */
export const arrangementDate = (delivery: CalendarDate): CalendarDate => addDays(changeDeadline(delivery), 1)
