import { expect, test } from 'vitest'
import { birthYears } from './account.ts'

test('birthYears', () => {
  const years = birthYears('2026-12-03')
  expect(years).toHaveLength(91)
  expect([years[0], years[1], years.at(-1)]).toEqual([2016, 2015, 1926])
})
