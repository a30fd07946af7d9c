import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareByLargestRemainder } from './share.ts'

const weights = fc.array(fc.integer({ min: 0, max: 999_999_999 }), { minLength: 1, maxLength: 20 })
const amount = fc.integer({ min: -999_999_999, max: 999_999_999 })
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

describe('shareByLargestRemainder', () => {
  test.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [500, [3240, 1100], [373, 127]],
    [1, [1, 2], [0, 1]],
    [7, [0, 0], [4, 3]],
    [7, [0, 5], [0, 7]],
    [0, [1, 2], [0, 0]],
    [0, [], []],
  ])('%i over %j is %j', (amount, weights, shares) => {
    expect(shareByLargestRemainder(amount, weights)).toEqual(shares)
  })

  test('adds up to the amount, whatever its sign', () => {
    fc.assert(
      fc.property(amount, weights, (amount, weights) => {
        expect(sum(shareByLargestRemainder(amount, weights))).toBe(amount)
      }),
    )
  })

  test('each share is less than 1 away from its exact proportion', () => {
    fc.assert(
      fc.property(amount, weights, (amount, weights) => {
        fc.pre(sum(weights) > 0)
        const whole = BigInt(sum(weights))
        shareByLargestRemainder(amount, weights).forEach((share, index) => {
          const error = BigInt(share) * whole - BigInt(amount) * BigInt(weights[index] ?? 0)
          expect(error > -whole && error < whole).toBe(true)
        })
      }),
    )
  })

  test('equal weights differ by at most 1, the earlier ones getting more', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 50 }), (amount, count) => {
        const shares = shareByLargestRemainder(amount, Array<number>(count).fill(7))
        expect(shares).toEqual([...shares].sort((a, b) => b - a))
        expect((shares[0] ?? 0) - (shares.at(-1) ?? 0)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('a negative amount mirrors the positive one', () => {
    fc.assert(
      fc.property(amount, weights, (amount, weights) => {
        const mirrored = shareByLargestRemainder(-amount, weights).map((share) => (share === 0 ? 0 : -share))
        expect(mirrored).toEqual(shareByLargestRemainder(amount, weights))
      }),
    )
  })

  test('rejects amounts that cannot be shared', () => {
    expect(() => shareByLargestRemainder(1.5, [1])).toThrow(RangeError)
    expect(() => shareByLargestRemainder(1, [-1])).toThrow(RangeError)
    expect(() => shareByLargestRemainder(1, [])).toThrow(RangeError)
  })
})
