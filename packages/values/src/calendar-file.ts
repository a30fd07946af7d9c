import { addDays, type CalendarDate } from './calendar-date.ts'

/** A whole day in somebody's calendar. */
export interface CalendarEntry {
  /** The same for the same thing, so that a second import replaces the first. */
  uid: string
  date: CalendarDate
  summary: string
  description: string
  url: string
}

/**
 * iCalendar (RFC 5545) of entries, for every calendar of a phone or a desktop. By hand, since it is a dozen rows of text:
 * the packages for it bring time zones, repetition and a schema library into the browser, and none of that is used.
 */
export function calendarFile(entries: readonly CalendarEntry[], made: Date): string {
  const stamp = `${made.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  const events = entries.flatMap(({ uid, date, summary, description, url }) => [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(date)}`,
    // The first day that it is no longer.
    `DTEND;VALUE=DATE:${compact(addDays(date, 1))}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${url}`,
    // A parcel that comes does not make its day busy.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  const rows = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Kushi//Delivery//JA', ...events, 'END:VCALENDAR']
  return rows.map((row) => `${folded(row)}\r\n`).join('')
}

/** Google's own page for a new entry, where no file can be opened (LINE's browser). */
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

/** 3.3.11 TEXT: backslash, semicolon, comma and the end of a row. */
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

/** 3.1: no row is longer than 75 octets without its end; what follows begins with a space. No letter is cut in two. */
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
