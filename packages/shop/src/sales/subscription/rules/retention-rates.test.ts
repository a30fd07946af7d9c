import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retentionChance, retentionRates } from './retention-rates.ts'

const some = [
  { last: 1, contracts: 100, ended: 50 },
  { last: 2, contracts: 60, ended: 30 },
  { last: 3, contracts: 90, ended: 0 },
]

test.each([
  [1, 1],
  // 150 kept the second, 50 ended before it; those that still run with one are in neither.
  [2, 150 / 200],
  [3, 90 / 120],
  // Nobody came to the fourth: the rate of all.
  [4, 240 / 320],
])('継続率 of delivery %i', (n, rate) => {
  expect(retentionRates(some)(n)).toBeCloseTo(rate)
})

test('the chance of a delivery is that of all before it', () => {
  const rateOf = retentionRates(some)
  expect(retentionChance(rateOf, 2, 3)).toBeCloseTo(0.75 * 0.75)
  expect(retentionChance(retentionRates([]), 2, 9)).toBe(1)
})

test('a later delivery is never more certain', () => {
  const count = fc.record({ last: fc.integer({ min: 1, max: 15 }), contracts: fc.nat(500), share: fc.nat(100) })
  fc.assert(
    fc.property(fc.array(count), fc.integer({ min: 2, max: 12 }), (all, from) => {
      const rateOf = retentionRates(
        all.map(({ last, contracts, share }) => ({ last, contracts, ended: Math.floor((contracts * share) / 100) })),
      )
      for (let to = from; to < 15; to++) {
        const chance = retentionChance(rateOf, from, to)
        expect(chance).toBeGreaterThanOrEqual(0)
        expect(chance).toBeLessThanOrEqual(to === from ? 1 : retentionChance(rateOf, from, to - 1))
      }
    }),
  )
})
