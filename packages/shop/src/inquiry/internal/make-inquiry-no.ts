import { randomInt } from 'node:crypto'
import type { CalendarDate } from '@kushi/values/calendar-date'

/** Without letters that are taken for digits when read out on the phone. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** 受付番号, `Q261121-7QK3M9`: the day and 30 random bits, so that it says nothing of how many there are. */
export function makeInquiryNo(today: CalendarDate): string {
  const random = Array.from({ length: 6 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `Q${today.slice(2).replaceAll('-', '')}-${random}`
}
