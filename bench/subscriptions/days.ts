import { addDays, type CalendarDate } from '@kushi/values/calendar-date'

const today = new Date().toISOString().slice(0, 10) as CalendarDate

/** The day of the run: far enough ahead that the running shop's own jobs find nothing due. */
export const runDate = addDays(today, 10)
/** Delivery day of due subscriptions, and the earliest one of the others. */
export const dueDelivery = addDays(runDate, 9)
export const laterDelivery = addDays(runDate, 29)
