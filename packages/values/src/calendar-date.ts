/**
 * A business date (日付) on the wire and in the database: `YYYY-MM-DD`, a day in Japan and never an instant.
 *
 * A plain string, so that rows, forms and responses need no cast; check foreign input with `isCalendarDate`.
 * Dates compare correctly as strings.
 * Not `Temporal`, because the same rules run in customers' browsers and Safari does not have it.
 */
export type CalendarDate = string

/** Year, month 1–12 and day 1–31 of a calendar date. */
export interface DateParts {
  readonly year: number
  readonly month: number
  readonly day: number
}

const DAY_MS = 86_400_000
const SHAPE = /^\d{4}-(\d{2})-\d{2}$/

/** Returns midnight UTC in ms, or NaN. Calculating in UTC avoids the host's time zone and its clock changes. */
function utcOf(text: string): number {
  const month = SHAPE.exec(text)?.[1]
  if (month === undefined) return NaN
  const instant = Date.parse(`${text}T00:00:00Z`)
  // Some engines turn 30 February into a day in March instead of rejecting it.
  return new Date(instant).getUTCMonth() + 1 === Number(month) ? instant : NaN
}

/** Whether the text is `YYYY-MM-DD` and names a day that exists (no 30 February). */
export function isCalendarDate(text: string): boolean {
  return !Number.isNaN(utcOf(text))
}

/** Returns midnight UTC of the date in ms, for calculations only. @throws RangeError when it is not a date */
export function utcMidnightMs(date: CalendarDate): number {
  const instant = utcOf(date)
  if (Number.isNaN(instant)) throw new RangeError(`Not a calendar date: ${date}`)
  return instant
}

/** `2026-12-03` → `{ year: 2026, month: 12, day: 3 }`. @throws RangeError when it is not a date */
export function dateParts(date: CalendarDate): DateParts {
  const utc = new Date(utcMidnightMs(date))
  return { year: utc.getUTCFullYear(), month: utc.getUTCMonth() + 1, day: utc.getUTCDate() }
}

/** Returns the date with these parts, or null when there is no such day. */
export function calendarDate({ year, month, day }: DateParts): CalendarDate | null {
  const pad = (value: number, length: number) => String(value).padStart(length, '0')
  const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
  return isCalendarDate(text) ? text : null
}

/** Returns the date that many days later, or earlier for a negative number. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(utcMidnightMs(date) + days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Returns the same day of a later month. If that month is shorter, returns its last day. `months`: negative for an
 * earlier month.
 */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const { year, month, day } = dateParts(date)
  const last = new Date(Date.UTC(year, month + months, 0))
  return calendarDate({
    year: last.getUTCFullYear(),
    month: last.getUTCMonth() + 1,
    day: Math.min(day, last.getUTCDate()),
  })!
}

/** Returns the last day of its month. */
export const lastDayOfMonth = (date: CalendarDate): CalendarDate => addDays(addMonths(`${date.slice(0, 8)}01`, 1), -1)

/** Returns the days from one date to another: positive when `to` is later. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (utcMidnightMs(to) - utcMidnightMs(from)) / DAY_MS
}
