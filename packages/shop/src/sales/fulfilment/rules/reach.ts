import { addDays, type CalendarDate } from '@kushi/values/calendar-date'

/** A parcel takes one day; more for distant prefectures and islands, by the shop's leads. */
export const transitDays = (extra_days: number, island_days: number): number => 1 + extra_days + island_days

/** One day in reserve: packing early costs nothing, packing late breaks the promised day. */
const RESERVE = 1

/** The first day on which a parcel for this date is packed; null: as soon as possible. */
export const firstPackingDay = (delivery_date: CalendarDate | null, days: number): CalendarDate | null =>
  delivery_date && addDays(delivery_date, -(days + RESERVE))
