import { addDays, type CalendarDate } from '@kushi/values/calendar-date'

const today = new Date().toISOString().slice(0, 10) as CalendarDate

/** The day that is run: far enough ahead that the running shop's own jobs find nothing due. */
export const runDate = addDays(today, 10)
/** Delivery of what is due then, and the earliest of what is not. */
export const dueDelivery = addDays(runDate, 9)
export const laterDelivery = addDays(runDate, 29)
