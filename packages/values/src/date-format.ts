import type { CalendarDate } from './calendar-date.ts'
import { dateParts, utcMidnightMs } from './calendar-date.ts'

const WEEKDAYS = '日月火水木金土'
const pad = (value: number) => String(value).padStart(2, '0')

// Formatted by hand where possible: if server and browser print different text, React discards the rendered page.

/** Day of the week as one character (曜日): `2026-12-03` → `木`. */
export function weekdayOf(date: CalendarDate): string {
  return WEEKDAYS.charAt(new Date(utcMidnightMs(date)).getUTCDay())
}

/** `2026-12-03` → `2026/12/03` */
export function formatSlashedDate(date: CalendarDate): string {
  const { year, month, day } = dateParts(date)
  return `${year}/${pad(month)}/${pad(day)}`
}

/** `2026-12-03` → `2026年12月03日` */
export function formatLongDate(date: CalendarDate): string {
  const { year, month, day } = dateParts(date)
  return `${year}年${pad(month)}月${pad(day)}日`
}

/** `2026-12-03` → `2026年12月` */
export function formatYearMonth(date: CalendarDate): string {
  const { year, month } = dateParts(date)
  return `${year}年${month}月`
}

// The first year of each era (元号), the newest first.
const ERAS = [
  ['令和', 2019],
  ['平成', 1989],
  ['昭和', 1926],
  ['大正', 1912],
  ['明治', 1868],
] as const

/** A year by 元号: `1990` → `平成2年`. A year in which an era began has both: `1989` → `昭和64・平成元年`. */
export function formatEraYear(year: number): string {
  const newest = ERAS.findIndex(([, first]) => first <= year)
  const eras = newest === -1 ? [] : ERAS.slice(newest, ERAS[newest]![1] === year ? newest + 2 : newest + 1)
  const names = eras.map(([era, first]) => `${era}${year === first ? '元' : year - first + 1}`)
  return names.length ? `${names.reverse().join('・')}年` : ''
}

/** `2026-12-03` → `2026年12月3日(木)` */
export function formatDateWithWeekday(date: CalendarDate): string {
  return `${dateParts(date).year}年${formatShortDateWithWeekday(date)}`
}

/** `2026-12-03` → `12月3日(木)` */
export function formatShortDateWithWeekday(date: CalendarDate): string {
  const { month, day } = dateParts(date)
  return `${month}月${day}日(${weekdayOf(date)})`
}
