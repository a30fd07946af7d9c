import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { SELECTABLE_DELIVERY_DAYS } from '@kushi/values/limits'

/** Days that a parcel to a remote island (離島) takes longer. */
export const islandExtraDays = 3

/** 休業: nothing leaves from this day to that, both included. */
export interface Closing {
  from: CalendarDate
  to: CalendarDate
}

/** How long a parcel takes beyond the shortest lead. */
export interface Lead {
  /** Of the prefecture, as the shop set it for the delivery method. */
  extra_days: number
  is_remote_island: boolean
  closings: readonly Closing[]
}

/** The earliest day on which a parcel that is ordered on `today` arrives; days on which the shop is closed don't count. */
export function earliestDelivery(today: CalendarDate, { extra_days, is_remote_island, closings }: Lead): CalendarDate {
  const lead = SELECTABLE_DELIVERY_DAYS.first_after + extra_days + (is_remote_island ? islandExtraDays : 0)
  const isClosed = (day: CalendarDate) => closings.some(({ from, to }) => from <= day && day <= to)
  let day = today
  for (let open = 0; open < lead; ) {
    day = addDays(day, 1)
    if (!isClosed(day)) open++
  }
  return day
}

/** お届け日 to choose from: 58 days in a row, from the earliest on. Also for a subscription that starts from a later day. */
export function selectableDates(earliest: CalendarDate): CalendarDate[] {
  return Array.from({ length: SELECTABLE_DELIVERY_DAYS.count }, (_, days) => addDays(earliest, days))
}
