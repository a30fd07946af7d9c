import { expect, test } from 'vitest'
import { arePricesVisible } from './sees-prices.ts'

const approved_at = new Date(0)

test.each([
  [false, 'everybody', null, true],
  [false, 'approved', null, true],
  [true, 'everybody', null, true],
  [true, 'approved', null, false],
  [true, 'approved', approved_at, true],
] as const)(
  'companies only %s, prices for %s, approved %s: %s',
  (corporate_flag, price_visibility, approved, shown) => {
    expect(arePricesVisible({ corporate_flag, price_visibility, approved_at: approved })).toBe(shown)
  },
)
