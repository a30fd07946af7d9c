import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { SELECTABLE_DELIVERY_DAYS } from '@kushi/values/limits'

/** Additional days for a parcel to a remote island (離島). */
export const ISLAND_EXTRA_DAYS = 3

/** 休業: no parcel leaves from the day `from` to the day `to`, both inclusive. */
export interface ClosedPeriod {
  from: CalendarDate
  to: CalendarDate
}

/** Days ahead for which 定休日 are listed: further than any date that can be chosen. */
const WEEKLY_DAYS = 280

/** 定休日 as closings of one day each. */
export const weeklyClosings = (weekdays: readonly number[], today: CalendarDate): ClosedPeriod[] =>
  Array.from({ length: weekdays.length === 0 ? 0 : WEEKLY_DAYS }, (_, days) => addDays(today, days))
    .filter((day) => weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay()))
    .map((day) => ({ from: day, to: day }))

/** The conditions that lengthen a parcel's way beyond the shortest lead time. */
export interface LeadTime {
  /** Days for the prefecture, as the shop set them for the delivery method. */
  extra_days: number
  is_remote_island: boolean
  closings: readonly ClosedPeriod[]
}

/** The earliest day on which a parcel ordered on `today` arrives; days on which the shop is closed don't count. */
export function earliestDeliveryDay(today: CalendarDate, lead: LeadTime): CalendarDate {
  let day = today
  for (let open = 0; open < leadTimeDays(lead); ) {
    day = addDays(day, 1)
    if (!isClosedDay(day, lead)) open++
  }
  return day
}

/** The lead time in open days, from the order to the delivery. */
export const leadTimeDays = ({ extra_days, is_remote_island }: LeadTime): number =>
  SELECTABLE_DELIVERY_DAYS.first_after + extra_days + (is_remote_island ? ISLAND_EXTRA_DAYS : 0)

/** Whether the shop is closed on a day. */
export const isClosedDay = (day: CalendarDate, { closings }: LeadTime): boolean =>
  closings.some(({ from, to }) => from <= day && day <= to)

/** The first day after `today` on which the shop is open. */
export function nextOpenDay(today: CalendarDate, closings: readonly ClosedPeriod[]): CalendarDate {
  let day = addDays(today, 1)
  while (closings.some(({ from, to }) => from <= day && day <= to)) day = addDays(day, 1)
  return day
}

/** お届け日 to choose from: 58 consecutive days from the earliest on. Also used for a subscription that starts later. */
export function selectableDeliveryDates(earliest: CalendarDate): CalendarDate[] {
  return Array.from({ length: SELECTABLE_DELIVERY_DAYS.count }, (_, days) => addDays(earliest, days))
}
