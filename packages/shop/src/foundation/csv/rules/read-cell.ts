import { type CalendarDate, isCalendarDate } from '@kushi/values/calendar-date'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import type { Yen } from '@kushi/values/yen'

// What files of other systems say: providers, banks, media.

/** Heads as they are compared: half width, without blanks. */
export const normalizeHead = (head: string): string => head.normalize('NFKC').replace(/\s/g, '')

const MAX_YEN = 999_999_999

/** Yen in half or full width, with 「,」「¥」「円」, a sign, △ or brackets for less, and no fraction; null: empty. */
export function readYen(text: string): Yen | null | undefined {
  const plain = text.normalize('NFKC').replace(/[\s,¥\\円]|JPY/g, '')
  if (plain === '' || plain === '-') return null
  const found = /^(?:([-−▲△])|(\())?\+?(\d{1,12})(?:\.0+)?(\))?$/.exec(plain)
  if (!found || (found[2] === undefined) !== (found[4] === undefined)) return undefined
  const amount = Number(found[3])
  if (amount > MAX_YEN) return undefined
  return (found[1] ?? found[2]) === undefined || amount === 0 ? amount : -amount
}

/** The day in Japan of a date or a time; null: empty, undefined: not readable. */
export function readDay(text: string): CalendarDate | null | undefined {
  const plain = text.normalize('NFKC').trim()
  if (plain === '') return null
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(plain))
    return Number.isNaN(Date.parse(plain)) ? undefined : timestampToJapanDate(plain)
  const found =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s].*)?$/.exec(plain) ??
    /^(\d{4})(\d\d)(\d\d)(?:\d{6})?$/.exec(plain) ??
    /^(?:R|令和)(\d{1,2})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(plain)
  if (!found) return undefined
  const year = found[1]!.length === 4 ? found[1] : 2018 + Number(found[1])
  const day = `${year}-${found[2]!.padStart(2, '0')}-${found[3]!.padStart(2, '0')}`
  return isCalendarDate(day) ? day : undefined
}
