import { randomInt } from 'node:crypto'
import type { CalendarDate } from '@kushi/values/calendar-date'

/** Without letters that are taken for digits when read out on the phone. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * ご注文番号, `K261121-7QK3M9XA`: the day and 40 random bits. Also OrderID at GMO (27 of [A-Za-z0-9-], unique for ever),
 * so it must not repeat even when a database is made anew.
 */
export function makeOrderNo(today: CalendarDate): string {
  const random = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `K${today.slice(2).replaceAll('-', '')}-${random}`
}
