import { randomInt } from 'node:crypto'
import type { CalendarDate } from '@kushi/values/calendar-date'

/** Without letters that sound or look like digits, for reading out on the phone. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Makes one of our numbers, `R261121-7QK3M9XA`: the day and 40 random bits. `kind`: K an order, R a card registration,
 * C a card check. Valid as OrderID at GMO (27 of [A-Za-z0-9-], unique for ever), so it must not repeat even when the
 * database is created anew.
 */
export function makeProviderNumber(kind: 'K' | 'R' | 'C', today: CalendarDate): string {
  const random = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${kind}${today.slice(2).replaceAll('-', '')}-${random}`
}
