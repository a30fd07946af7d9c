import { addDays } from '@kushi/values/calendar-date'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPriceProven } from './price-proof.ts'

const today = '2026-11-26'
const ago = (days: number) => addDays(today, -days)
const proven = (price: number, ...changes: [price: number | null, days: number][]) =>
  isPriceProven(
    changes.map(([one, days]) => ({ price: one, since: ago(days) })),
    price,
    { today },
  )

test.each<[why: string, price: number, changes: [number | null, number][], is: boolean]>([
  ['a price of a year', 3000, [[3000, 365]], true],
  ['never noted', 3000, [], false],
  [
    'raised today',
    3000,
    [
      [2640, 365],
      [3000, 0],
    ],
    false,
  ],
  [
    'raised four weeks ago: exactly half',
    3000,
    [
      [2640, 365],
      [3000, 27],
    ],
    false,
  ],
  [
    'raised a day earlier: more than half',
    3000,
    [
      [2640, 365],
      [3000, 28],
    ],
    true,
  ],
  ['sold for 13 days', 3000, [[3000, 12]], false],
  ['sold for 14 days', 3000, [[3000, 13]], true],
  [
    'a sale of a week within',
    3000,
    [
      [3000, 365],
      [2000, 20],
      [3000, 13],
    ],
    true,
  ],
  [
    'hidden meanwhile: the time off sale does not count',
    3000,
    [
      [2640, 50],
      [null, 40],
      [3000, 20],
    ],
    true,
  ],
  [
    'hidden now',
    3000,
    [
      [3000, 365],
      [null, 1],
    ],
    false,
  ],
  [
    'a price that is not the last',
    3000,
    [
      [3000, 365],
      [50_000, 1],
    ],
    false,
  ],
])('%s', (_, price, changes, is) => {
  expect(proven(price, ...changes)).toBe(is)
})

test('days before the opening do not count', () => {
  const history = [{ price: 3000, since: ago(300) }]
  expect(isPriceProven(history, 3000, { today, opened: ago(12) })).toBe(false)
  expect(isPriceProven(history, 3000, { today, opened: ago(13) })).toBe(true)
})

test('a price that was never charged before is no proof on its first day', () => {
  const days = fc.uniqueArray(fc.integer({ min: 1, max: 90 }))
  fc.assert(
    fc.property(days, fc.infiniteStream(fc.option(fc.nat(9))), (ends, prices) => {
      const before = ends.sort((a, b) => b - a).map((day): [number | null, number] => [prices.next().value, day])
      expect(proven(10, ...before, [10, 0])).toBe(false)
    }),
  )
})
