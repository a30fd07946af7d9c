import { expect, test } from 'vitest'
import {
  formatDateWithWeekday,
  formatEraYear,
  formatLongDate,
  formatShortDateWithWeekday,
  formatSlashedDate,
  formatYearMonth,
} from './date-format.ts'

test('every format of a date', () => {
  expect(formatSlashedDate('2026-02-03')).toBe('2026/02/03')
  expect(formatLongDate('2026-02-03')).toBe('2026年02月03日')
  expect(formatYearMonth('2026-02-01')).toBe('2026年2月')
  expect(formatDateWithWeekday('2026-12-03')).toBe('2026年12月3日(木)')
  expect(formatShortDateWithWeekday('2026-12-03')).toBe('12月3日(木)')
})

test.each([
  ['2026-11-29', '日'],
  ['2026-11-30', '月'],
  ['2024-02-29', '木'],
  ['1969-12-31', '水'],
])('the weekday of %s is %s', (date, weekday) => {
  expect(formatShortDateWithWeekday(date).at(-2)).toBe(weekday)
})

test('rejects an invalid date', () => {
  expect(() => formatSlashedDate('2026-02-30')).toThrow(RangeError)
})

test.each([
  [2026, '令和8年'],
  [2019, '平成31・令和元年'],
  [1990, '平成2年'],
  [1989, '昭和64・平成元年'],
  [1926, '大正15・昭和元年'],
  [1925, '大正14年'],
  [1868, '明治元年'],
  [1800, ''],
])('%i is %s', (year, era) => {
  expect(formatEraYear(year)).toBe(era)
})
