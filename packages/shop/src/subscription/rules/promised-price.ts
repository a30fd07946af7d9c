import type { CalendarDate } from '@kushi/values/calendar-date'

export interface Promised {
  following_price: number
  agreed_price: number | null
  agreed_from: CalendarDate | null
}

/** What one piece costs at most in a delivery of that day: a price that was agreed to holds from its day on, and no day earlier. */
export const promisedOn = ({ following_price, agreed_price, agreed_from }: Promised, date: CalendarDate): number =>
  agreed_from !== null && date >= agreed_from ? agreed_price! : following_price

/** The least of what was promised, for what takes its place on whatever day. */
export const leastPromised = ({ following_price, agreed_price }: Promised): number =>
  Math.min(following_price, agreed_price ?? following_price)

/** Another price is agreed already and does not hold yet. */
export const isPriceChanging = ({ agreed_from }: Promised, today: CalendarDate): boolean =>
  agreed_from !== null && agreed_from > today

/** With a new price from a day on; the one that holds today stays until then. */
export const withPrice = (item: Promised, price: number, from: CalendarDate, today: CalendarDate): Promised => ({
  following_price: promisedOn(item, today),
  agreed_price: price,
  agreed_from: from,
})
