import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DemandWeek, demandForecastBounds, expectedSinglePieces } from './forecast-bounds.ts'

const week = (expected: number | null, delivered: number, singles = 0): DemandWeek => ({
  expected,
  delivered,
  singles,
})

test.each([
  ['nothing is known', [], 10, 7, null],
  ['one week with a forecast is too few', [week(10, 8), week(null, 0), week(null, 0), week(null, 0)], 10, 7, null],
  ['the worst and the best week', [week(10, 8), week(10, 12), week(20, 20), week(10, 9)], 50, 7, [40, 60]],
  ['with single orders', [week(10, 10, 7), week(10, 10, 14)], 10, 14, [24, 38]],
  ['only single orders', [week(null, 0, 0), week(null, 0, 7)], 0, 30, [0, 30]],
] as const)('%s', (_, weeks, expected, days, bounds) => {
  const found = demandForecastBounds(weeks, { expected, days })
  expect(found && [found.low, found.high]).toEqual(bounds)
})

test('single orders are the mean of the weeks', () => {
  expect(expectedSinglePieces([week(null, 0, 7), week(null, 0, 21), week(null, 0, 0), week(null, 0, 0)], 30)).toBe(30)
  expect(expectedSinglePieces([], 30)).toBe(0)
})

const someWeek = fc.record({
  expected: fc.option(fc.nat(100)),
  delivered: fc.nat(100),
  singles: fc.nat(100),
})
test('low is never above high, and the mean of single orders lies between', () => {
  fc.assert(
    fc.property(
      fc.array(someWeek, { maxLength: 4 }),
      fc.nat(500),
      fc.integer({ min: 1, max: 60 }),
      (weeks, expected, days) => {
        const bounds = demandForecastBounds(weeks, { expected, days })
        if (bounds) expect(bounds.low).toBeLessThanOrEqual(bounds.high)
        const alone = demandForecastBounds(weeks, { expected: 0, days })
        if (!alone) return
        expect(expectedSinglePieces(weeks, days)).toBeGreaterThanOrEqual(alone.low - 1e-9)
        expect(expectedSinglePieces(weeks, days)).toBeLessThanOrEqual(alone.high + 1e-9)
      },
    ),
  )
})
