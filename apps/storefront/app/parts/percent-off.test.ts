import { expect, test } from 'vitest'
import { percentOff } from './percent-off.ts'

test.each([
  [2420, 1936, 20],
  [2420, 2178, 10],
  // 9.97 % is not rounded up to 10.
  [3001, 2702, 9],
  [2420, 2420, 0],
  [2000, 2420, 0],
  [null, 100, 0],
  [100, null, 0],
  [0, 0, 0],
])('%s yen instead of %s: %i per cent', (price, lower, percent) => {
  expect(percentOff({ price, is_price_proven: true }, lower)).toBe(percent)
  // Without proof there is no comparison.
  expect(percentOff({ price, is_price_proven: false }, lower)).toBe(0)
})
