import { expect, test } from 'vitest'
import { birthYears, toBirthday } from './birthday.ts'

test('birthYears', () => {
  const years = birthYears('2026-12-03')
  expect(years).toHaveLength(91)
  expect([years[0], years[1], years.at(-1)]).toEqual([2016, 2015, 1926])
})

test.each([
  [2000, 2, 29, '2000-02-29'],
  [2026, 12, 3, '2026-12-03'],
  [2026, 12, 4, null],
  [2001, 2, 29, null],
  [2001, 4, 31, null],
  [2001, 13, 1, null],
  [NaN, 1, 1, null],
])('%i-%i-%i is %s', (year, month, day, date) => {
  expect(toBirthday({ year, month, day }, '2026-12-03')).toBe(date)
})
