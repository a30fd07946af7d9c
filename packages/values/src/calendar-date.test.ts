import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  calendarDate,
  dateParts,
  daysBetween,
  isCalendarDate,
  lastDayOfMonth,
} from './calendar-date.ts'

const date = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10))

describe('isCalendarDate', () => {
  test.each(['2026-12-03', '2024-02-29', '2000-02-29', '1926-01-01', '0050-01-01'])('%s is a date', (text) => {
    expect(isCalendarDate(text)).toBe(true)
  })

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '2026/01/01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
    '',
  ])('%j is not', (text) => {
    expect(isCalendarDate(text)).toBe(false)
  })
})

describe('parts', () => {
  test('are split and joined', () => {
    expect(dateParts('2026-12-03')).toEqual({ year: 2026, month: 12, day: 3 })
    fc.assert(
      fc.property(date, (date) => {
        expect(calendarDate(dateParts(date))).toBe(date)
      }),
    )
  })

  test.each([
    { year: 2026, month: 2, day: 29 },
    { year: 2026, month: 0, day: 1 },
    { year: 2026, month: 1.5, day: 1 },
    { year: NaN, month: 1, day: 1 },
    { year: -1, month: 1, day: 1 },
  ])('%j is not a day', (parts) => {
    expect(calendarDate(parts)).toBeNull()
  })
})

describe('arithmetic', () => {
  test.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-03-07', 2, '2026-03-09'],
    ['2026-12-03', 0, '2026-12-03'],
  ])('%s and %i days is %s', (from, days, to) => {
    expect(addDays(from, days)).toBe(to)
    expect(daysBetween(from, to)).toBe(days)
  })

  test('adding the days between results in the other date', () => {
    fc.assert(
      fc.property(date, date, (a, b) => {
        expect(addDays(a, daysBetween(a, b))).toBe(b)
      }),
    )
  })

  test('rejects an invalid date', () => {
    expect(() => addDays('2026-02-30', 1)).toThrow(RangeError)
  })
})

test.each([
  ['2026-11-27', 12, '2027-11-27'],
  ['2026-11-27', 2, '2027-01-27'],
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-02-29', 12, '2029-02-28'],
])('%s and %i months is %s', (from, months, to) => expect(addMonths(from, months)).toBe(to))

test.each([
  ['2026-12-01', '2026-12-31'],
  ['2028-02-29', '2028-02-29'],
  ['2027-02-14', '2027-02-28'],
])('the month of %s ends on %s', (date, last) => expect(lastDayOfMonth(date)).toBe(last))
