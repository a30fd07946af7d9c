import type { CalendarDate } from './calendar-date.ts'
import { dateParts } from './calendar-date.ts'

/** A card's last month (有効期限) as payment providers write it: `YYMM`, `2812` for December 2028. */
export type CardExpire = string

/** Returns the years to offer for a card's expiry: the current one and the ten after it. */
export function cardExpiryYears(today: CalendarDate): number[] {
  const { year } = dateParts(today)
  return Array.from({ length: 11 }, (_, index) => year + index)
}

/** `{ year: 2028, month: 12 }` → `2812` */
export function cardExpire(year: number, month: number): CardExpire {
  return `${String(year % 100).padStart(2, '0')}${String(month).padStart(2, '0')}`
}

/** `2812` → `{ year: 2028, month: 12 }`, or null when it is not a month. */
export function parseCardExpire(expire: CardExpire): { year: number; month: number } | null {
  if (!/^\d{2}(?:0[1-9]|1[0-2])$/.test(expire)) return null
  return { year: 2000 + Number(expire.slice(0, 2)), month: Number(expire.slice(2)) }
}

/**
 * Whether the card has expired on that day. It is valid to the end of its month; an invalid month counts as expired.
 */
export function isCardExpired(expire: CardExpire, today: CalendarDate): boolean {
  const last = parseCardExpire(expire)
  if (last === null) return true
  const { year, month } = dateParts(today)
  return last.year * 12 + last.month < year * 12 + month
}

export type CardExpiryState = 'valid' | 'expiring' | 'expired'

/**
 * Returns a card's mark in the member's list: `expiring` in its last month and the month before, while there is still
 * time to register another before the next delivery.
 */
export function cardExpiryState(expire: CardExpire, today: CalendarDate): CardExpiryState {
  if (isCardExpired(expire, today)) return 'expired'
  const last = parseCardExpire(expire)!
  const { year, month } = dateParts(today)
  return last.year * 12 + last.month - (year * 12 + month) < 2 ? 'expiring' : 'valid'
}

/** As printed on the card: `2812` → `12/28`. An invalid month is returned unchanged. */
export function formatCardExpire(expire: CardExpire): string {
  return parseCardExpire(expire) ? `${expire.slice(2)}/${expire.slice(0, 2)}` : expire
}
