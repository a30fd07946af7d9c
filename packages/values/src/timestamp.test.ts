import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDateTime, formatSheetDateTime, timestampToJapanDate } from './timestamp.ts'

describe('fromTimestamp', () => {
  test('fewer than 12 digits are seconds', () => {
    expect(timestampToJapanDate(1796256000)).toBe('2026-12-03')
    expect(timestampToJapanDate('1796256000')).toBe('2026-12-03')
    expect(timestampToJapanDate(1796256000000)).toBe('2026-12-03')
    expect(timestampToJapanDate(99_999_999_999)).toBe('5138-11-16')
    expect(timestampToJapanDate(100_000_000_000)).toBe('1973-03-03')
    expect(timestampToJapanDate(0)).toBe('1970-01-01')
    expect(timestampToJapanDate(1796256000.123456)).toBe('2026-12-03')
    expect(timestampToJapanDate(1796256000000.5)).toBe('2026-12-03')
  })

  test.each([
    ['2026-12-02T14:59:59.999Z', '2026-12-02'],
    ['2026-12-02T15:00:00Z', '2026-12-03'],
    ['2026-12-03T00:00:00+09:00', '2026-12-03'],
    ['2026-12-02T15:00:00.000+0000', '2026-12-03'],
    ['2026-12-03 00:00:00.123456+09', '2026-12-03'],
    ['2026-12-02 10:00:00-05', '2026-12-03'],
  ])('%s is %s in Japan', (instant, date) => {
    expect(timestampToJapanDate(instant)).toBe(date)
  })

  test.each(['2026-12-03', '2026-12-03T00:00:00', '', 'yesterday', '2026-13-01T00:00:00Z', NaN, Infinity])(
    'refuses %j',
    (timestamp) => {
      expect(() => timestampToJapanDate(timestamp)).toThrow(RangeError)
    },
  )
})

test('formatDateTime is in Japanese time', () => {
  expect(formatDateTime('2026-12-02T15:00:00Z')).toBe('2026/12/03 00:00')
  expect(formatDateTime('2026-12-03T00:05:59+09:00')).toBe('2026/12/03 00:05')
  expect(formatDateTime(1796256000)).toBe('2026/12/03 09:00')
})

test('agrees with Intl in the Tokyo zone', () => {
  const tokyo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', dateStyle: 'short' })
  fc.assert(
    fc.property(fc.integer({ min: 1e11, max: 4e12 }), (instant) => {
      expect(timestampToJapanDate(instant)).toBe(tokyo.format(instant))
    }),
  )
})

test.each([
  ['2026-11-21T03:00:00.999Z', '2026-11-21 12:00:00'],
  ['2026-12-31T15:00:00Z', '2027-01-01 00:00:00'],
  ['2026-07-01T14:59:59Z', '2026-07-01 23:59:59'],
])('%s is %s in a spreadsheet in Japan', (moment, cell) => {
  expect(formatSheetDateTime(moment)).toBe(cell)
  expect(formatSheetDateTime(Date.parse(moment))).toBe(cell)
})
