import type { CalendarDate } from './calendar-date.ts'
import { formatSlashedDate } from './date-format.ts'

/**
 * An instant on the wire: milliseconds, or seconds if it has fewer than 12 digits before the point; digits in a string
 * count alike. Otherwise an ISO string with `Z` or an offset.
 */
export type Timestamp = number | string

// Japan has had no clock changes since 1952, so a fixed offset is correct for every instant that a shop handles.
const JST_OFFSET_MS = 9 * 3_600_000
const WITH_ZONE = /^\d{4}-\d{2}-\d{2}[T ][\d:.]+(?:Z|[+-]\d{2}(?::?\d{2})?)$/

function toMilliseconds(timestamp: Timestamp): number {
  if (typeof timestamp === 'string' && !/^-?\d+$/.test(timestamp)) {
    // Without a zone the host's zone would apply, and the same order would show two dates.
    if (!WITH_ZONE.test(timestamp)) throw new RangeError(`Not an instant: ${timestamp}`)
    // PostgreSQL writes `2026-12-03 00:00:00+09`, which Date rejects or parses differently between engines.
    return Date.parse(
      timestamp.replace(' ', 'T').replace(/([+-]\d{2})(?::?(\d{2}))?$/, (_, h, m = '00') => `${h}:${m}`),
    )
  }
  const value = Number(timestamp)
  return String(Math.trunc(Math.abs(value))).length < 12 ? value * 1000 : value
}

function inJapan(timestamp: Timestamp): string {
  return new Date(toMilliseconds(timestamp) + JST_OFFSET_MS).toISOString()
}

/** Returns the calendar date in Japan (JST) at that instant. @throws RangeError when it is not an instant */
export function timestampToJapanDate(timestamp: Timestamp): CalendarDate {
  return inJapan(timestamp).slice(0, 10)
}

/** Date and time in Japan (JST): `2026/12/03 09:05`. @throws RangeError when it is not an instant */
export function formatDateTime(timestamp: Timestamp): string {
  return `${formatSlashedDate(timestampToJapanDate(timestamp))} ${inJapan(timestamp).slice(11, 16)}`
}

/**
 * Date and time in Japan (JST) for spreadsheets: `2026-12-03 09:05:00`. @throws RangeError when it is not an instant
 */
export const formatSheetDateTime = (timestamp: Timestamp): string => inJapan(timestamp).slice(0, 19).replace('T', ' ')
