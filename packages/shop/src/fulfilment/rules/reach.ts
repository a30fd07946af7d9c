import { addDays, type CalendarDate } from '@kushi/values/calendar-date'

/** A parcel is a day on the way; farther prefectures and islands as the shop's leads say. */
export const daysOnTheWay = (extra_days: number, island_days: number): number => 1 + extra_days + island_days

/** A day in reserve: who packs a day early loses nothing, who packs a day late breaks a promise. */
const RESERVE = 1

/** The first day on which a parcel for this day is packed; null: as soon as possible. */
export const packFrom = (delivery_date: CalendarDate | null, days: number): CalendarDate | null =>
  delivery_date && addDays(delivery_date, -(days + RESERVE))
