import { describe, expect, test } from 'vitest'
import {
  formatEra,
  formatJapanese,
  formatMonthDay,
  formatShortWithWeekday,
  formatSlashed,
  formatWithWeekday,
} from './date-format.ts'

test('every format of a date', () => {
  expect(formatSlashed('2026-02-03')).toBe('2026/02/03')
  expect(formatJapanese('2026-02-03')).toBe('2026年02月03日')
  expect(formatMonthDay('2026-02-03')).toBe('02月03日')
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

describe('formatEra', () => {
  test.each([
    ['2026-12-03', '令和8年12月3日'],
    ['2019-05-01', '令和元年5月1日'],
    ['2019-04-30', '平成31年4月30日'],
    ['1989-01-07', '昭和64年1月7日'],
    ['1926-12-25', '昭和元年12月25日'],
  ])('%s is %s', (date, text) => {
    expect(formatEra(date)).toBe(text)
  })
})

test('refuses what is no date', () => {
  expect(() => formatSlashed('2026-02-30')).toThrow(RangeError)
  expect(() => formatEra('')).toThrow(RangeError)
})
