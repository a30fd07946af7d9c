import { expect, test } from 'vitest'
import { totalOfLaterDeliveries } from './later-prices.ts'
import { deliveryRangeText } from './promotion.ts'

const later = [
  { from_cycle: 2, to_cycle: 3, payment_total: 1000 },
  { from_cycle: 4, to_cycle: 4, payment_total: 1500 },
  { from_cycle: 5, to_cycle: null, payment_total: 2000 },
]

test('the deliveries of a phase, in words', () => {
  expect(later.map(deliveryRangeText)).toEqual(['2〜3回目', '4回目', '5回目から'])
})

test.each([
  [1, 0],
  [2, 1000],
  [4, 3500],
  [12, 3500 + 8 * 2000],
])('what %i deliveries cost after the first', (count, total) => {
  expect(totalOfLaterDeliveries(later, count)).toBe(total)
})
