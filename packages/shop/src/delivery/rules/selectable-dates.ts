import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { SELECTABLE_DELIVERY_DAYS } from '@kushi/values/limits'

/** Days that a parcel to a remote island (離島) takes longer. */
export const islandExtraDays = 3

/** How long a parcel takes beyond the shortest lead. */
export interface Lead {
  /** Of the prefecture, as the shop set it for the delivery method. */
  extra_days: number
  is_remote_island: boolean
}

/** The earliest day on which a parcel that is ordered on `today` arrives. */
export function earliestDelivery(today: CalendarDate, { extra_days, is_remote_island }: Lead): CalendarDate {
  return addDays(today, SELECTABLE_DELIVERY_DAYS.first_after + extra_days + (is_remote_island ? islandExtraDays : 0))
}

/** お届け日 to choose from: 58 days in a row, from the earliest on. Also for a subscription that starts from a later day. */
export function selectableDates(earliest: CalendarDate): CalendarDate[] {
  return Array.from({ length: SELECTABLE_DELIVERY_DAYS.count }, (_, days) => addDays(earliest, days))
}
