import { expect, test } from 'vitest'
import { readWholeNumber } from './whole-number.ts'

test.each<[string, number | null]>([
  ['', null],
  [' ', null],
  ['1200', 1200],
  ['１，２００', 1200],
  ['1,200円', 1200],
  ['¥ 1200', 1200],
  ['￥1200', 1200],
  ['-3', -3],
  ['1.5', Number.NaN],
  ['1e3', Number.NaN],
  ['0x10', Number.NaN],
  ['千二百', Number.NaN],
])('%j is %j', (typed, number) => {
  expect(readWholeNumber(typed)).toBe(number)
})
