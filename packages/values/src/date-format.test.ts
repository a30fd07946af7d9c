import { expect, test } from 'vitest'
import { formatShortWithWeekday, formatSlashed, formatWithWeekday } from './date-format.ts'

test('every format of a date', () => {
  expect(formatSlashed('2026-02-03')).toBe('2026/02/03')
  expect(formatWithWeekday('2026-12-03')).toBe('2026年12月3日(木)')
  expect(formatShortWithWeekday('2026-12-03')).toBe('12月3日(木)')
})

test.each([
  ['2026-11-29', '日'],
  ['2026-11-30', '月'],
  ['2024-02-29', '木'],
  ['1969-12-31', '水'],
])('the weekday of %s is %s', (date, weekday) => {
  expect(formatShortWithWeekday(date).at(-2)).toBe(weekday)
})

test('rejects an invalid date', () => {
  expect(() => formatSlashed('2026-02-30')).toThrow(RangeError)
})
