import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatYen, isTotalWithinLimit, MAX_ORDER_TOTAL_YEN } from './yen.ts'

describe('formatYen', () => {
  test.each([
    [0, '¥0'],
    [-0, '¥0'],
    [999, '¥999'],
    [1000, '¥1,000'],
    [3300, '¥3,300'],
    [-300, '-¥300'],
    [-1234567, '-¥1,234,567'],
    [MAX_ORDER_TOTAL_YEN, '¥999,999,999'],
  ])('%i is %s', (amount, text) => {
    expect(formatYen(amount)).toBe(text)
  })

  test.each([0.5, NaN, Infinity])('refuses %d', (amount) => {
    expect(() => formatYen(amount)).toThrow(RangeError)
  })

  test('keeps every digit', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (amount) => {
        expect(Number(formatYen(amount).replace(/[¥,]/g, ''))).toBe(amount === 0 ? 0 : amount)
      }),
    )
  })
})

test.each([
  [0, true],
  [MAX_ORDER_TOTAL_YEN, true],
  [MAX_ORDER_TOTAL_YEN + 1, false],
  [-1, false],
  [1.5, false],
  [NaN, false],
])('a total of %d is allowed: %s', (total, allowed) => {
  expect(isTotalWithinLimit(total)).toBe(allowed)
})
