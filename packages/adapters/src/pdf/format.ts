import type { CalendarDate } from '@kushi/values/calendar-date'
import { dateParts } from '@kushi/values/calendar-date'

/** `2026-12-03` → `2026年12月3日` */
export function formatJapaneseDate(date: CalendarDate): string {
  const { year, month, day } = dateParts(date)
  return `${year}年${month}月${day}日`
}
