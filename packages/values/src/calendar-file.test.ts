import { expect, test } from 'vitest'
import { calendarFile, googleCalendarUrl } from './calendar-file.ts'

const entry = {
  uid: 'K261121-1@shop.example',
  date: '2026-12-31',
  summary: '椿野のお届け',
  description: 'ご注文番号 K261121-1',
  url: 'https://shop.example/sh/mypage/history',
}
const made = new Date('2026-11-22T02:03:04.567Z')
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

test('a day, with the next day as its end, as in the RFC', () => {
  expect(unfolded(calendarFile([entry], made))).toEqual([
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Kushi//Delivery//JA', 'BEGIN:VEVENT'],
    'UID:K261121-1@shop.example',
    'DTSTAMP:20261122T020304Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:椿野のお届け',
    'DESCRIPTION:ご注文番号 K261121-1',
    'URL:https://shop.example/sh/mypage/history',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('special characters of the format are escaped; a colon and quotes are not', () => {
  const [description] = unfolded(calendarFile([{ ...entry, description: 'a\\b;c,d\r\ne\nf: "g"' }], made)).filter(
    (row) => row.startsWith('DESCRIPTION'),
  )
  expect(description).toBe(String.raw`DESCRIPTION:a\\b\;c\,d\ne\nf: "g"`)
})

test.each([
  ['kanji, three octets each', '椿'.repeat(60)],
  ['letters outside of the basic plane, four octets each', '𠮟'.repeat(60)],
  ['letters of one octet', 'a'.repeat(200)],
  ['as many as fit', 'a'.repeat(75 - 'SUMMARY:'.length)],
])('no row is longer than 75 octets, and no character is split: %s', (_, summary) => {
  const file = calendarFile([{ ...entry, summary }], made)
  const rows = file.split('\r\n')
  for (const row of rows) {
    expect(new TextEncoder().encode(row).length).toBeLessThanOrEqual(75)
    expect(row.isWellFormed()).toBe(true)
  }
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(unfolded(file)).toContain(`SUMMARY:${summary}`)
})

test('a row that just fits is not folded', () => {
  expect(calendarFile([{ ...entry, summary: 'a'.repeat(67) }], made)).toContain(`SUMMARY:${'a'.repeat(67)}\r\n`)
})

test('Google’s page gets the same', () => {
  const { searchParams } = new URL(googleCalendarUrl(entry))
  expect(searchParams.get('dates')).toBe('20261231/20270101')
  expect(searchParams.get('details')).toContain('\nhttps://shop.example')
})
