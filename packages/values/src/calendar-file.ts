import { addDays, type CalendarDate } from './calendar-date.ts'

/** An all-day entry of a calendar. */
export interface CalendarEntry {
  /** Always the same for the same entry, so that a second import replaces the first. */
  uid: string
  date: CalendarDate
  summary: string
  description: string
  url: string
}

/**
 * Returns iCalendar (RFC 5545) of entries, for any calendar program. Written by hand, because it is a dozen lines of
 * text: the packages for it bring time zones, repetition and a schema library into the browser, none of which is used.
 */
export function calendarFile(entries: readonly CalendarEntry[], made: Date): string {
  const stamp = `${made.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  const events = entries.flatMap(({ uid, date, summary, description, url }) => [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(date)}`,
    // The day after the entry, because DTEND is exclusive.
    `DTEND;VALUE=DATE:${compact(addDays(date, 1))}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${url}`,
    // A delivery does not make its day busy.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  const rows = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Kushi//Delivery//JA', ...events, 'END:VCALENDAR']
  return rows.map((row) => `${folded(row)}\r\n`).join('')
}

/** Returns Google's page for a new entry, for browsers that can't open a file (LINE's). */
export function googleCalendarUrl({ date, summary, description, url }: Omit<CalendarEntry, 'uid'>): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: summary,
    dates: `${compact(date)}/${compact(addDays(date, 1))}`,
    details: `${description}\n${url}`,
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

const compact = (date: CalendarDate) => date.replaceAll('-', '')

/** 3.3.11 TEXT: escapes backslash, semicolon, comma and line break. */
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

/**
 * 3.1: no line is longer than 75 octets without its line break; continuation lines begin with a space. Characters are
 * not split.
 */
function folded(row: string): string {
  const most = 75
  const encoder = new TextEncoder()
  let text = ''
  let octets = 0
  for (const letter of row) {
    const length = encoder.encode(letter).length
    if (octets + length > most) {
      text += '\r\n '
      octets = 1
    }
    text += letter
    octets += length
  }
  return text
}
