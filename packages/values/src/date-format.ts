import type { CalendarDate } from './calendar-date.ts'
import { dateParts, toUtc } from './calendar-date.ts'

const WEEKDAYS = '日月火水木金土'
const pad = (value: number) => String(value).padStart(2, '0')

// Formatted by hand where possible: if server and browser print different text, React discards the rendered page.

/** Day of the week as one character (曜日): `2026-12-03` → `木`. */
export function weekdayOf(date: CalendarDate): string {
  return WEEKDAYS.charAt(new Date(toUtc(date)).getUTCDay())
}

/** `2026-12-03` → `2026/12/03` */
export function formatSlashed(date: CalendarDate): string {
  const { year, month, day } = dateParts(date)
  return `${year}/${pad(month)}/${pad(day)}`
}

/** `2026-12-03` → `2026年12月3日(木)` */
export function formatWithWeekday(date: CalendarDate): string {
  return `${dateParts(date).year}年${formatShortWithWeekday(date)}`
}

/** `2026-12-03` → `12月3日(木)` */
export function formatShortWithWeekday(date: CalendarDate): string {
  const { month, day } = dateParts(date)
  return `${month}月${day}日(${weekdayOf(date)})`
}
