import { dateParts } from '@kushi/values/calendar-date'
import { expect, test } from 'vitest'
import { clampDate, dateAfterKey, monthsLater, weeksOf } from './calendar-month.ts'

test.each([
  ['2026-11', 5, '2026-11-01', '2026-11-30'],
  // A leap day, and a year that is divisible by four but has none.
  ['2028-02', 5, '2028-02-01', '2028-02-29'],
  ['2100-02', 5, '2100-02-01', '2100-02-28'],
  // Exactly four weeks, and six weeks.
  ['2026-02', 4, '2026-02-01', '2026-02-28'],
  ['2027-05', 6, '2027-05-01', '2027-05-31'],
  ['2026-12', 5, '2026-12-01', '2026-12-31'],
])('%s has %i weeks', (month, count, first, last) => {
  const weeks = weeksOf(month)
  const days = weeks.flat().filter((day) => day !== null)
  expect(weeks).toHaveLength(count)
  expect(weeks.every((week) => week.length === 7)).toBe(true)
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, dateParts(last).day])
})

test('days are in the column of their weekday, from Sunday', () => {
  // 21 November 2026 is a Saturday.
  expect(weeksOf('2026-11')[2]?.[6]).toBe('2026-11-21')
  expect(weeksOf('2026-12')[0]).toEqual([
    null,
    null,
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
  ])
})

test.each([
  ['2026-12', 1, '2027-01'],
  ['2027-01', -1, '2026-12'],
  ['2026-11', 14, '2028-01'],
])('%s and %i months', (month, count, expected) => {
  expect(monthsLater(month, count)).toBe(expected)
})

test.each([
  ['ArrowRight', '2026-12-31', '2027-01-01'],
  ['ArrowLeft', '2028-03-01', '2028-02-29'],
  ['ArrowDown', '2026-12-27', '2027-01-03'],
  ['ArrowUp', '2027-03-03', '2027-02-24'],
  ['Home', '2026-11-21', '2026-11-15'],
  ['End', '2026-11-15', '2026-11-21'],
  // A month without that day uses its last day.
  ['PageDown', '2027-01-31', '2027-02-28'],
  ['PageDown', '2028-01-31', '2028-02-29'],
  ['PageUp', '2026-12-31', '2026-11-30'],
  ['PageDown', '2026-12-15', '2027-01-15'],
  ['a', '2026-12-15', null],
])('%s on %s', (key, date, expected) => {
  expect(dateAfterKey(key, date)).toBe(expected)
})

test('stays clampDate the first and the last day', () => {
  expect(clampDate('2026-11-01', '2026-11-30', '2027-03-01')).toBe('2026-11-30')
  expect(clampDate('2027-04-01', '2026-11-30', '2027-03-01')).toBe('2027-03-01')
  expect(clampDate('2026-12-24', '2026-11-30', '2027-03-01')).toBe('2026-12-24')
})
