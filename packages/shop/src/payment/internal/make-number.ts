import { randomInt } from 'node:crypto'
import type { CalendarDate } from '@kushi/values/calendar-date'

/** Without letters that are taken for digits when read out on the phone. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * A number of ours, `R261121-7QK3M9XA`: the day and 40 random bits. `kind`: K an order, R the registration of a card, C a check
 * of one. Good as OrderID at GMO (27 of [A-Za-z0-9-], unique for ever), so it must not repeat even when a database is made anew.
 */
export function makeNumber(kind: 'K' | 'R' | 'C', today: CalendarDate): string {
  const random = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${kind}${today.slice(2).replaceAll('-', '')}-${random}`
}
