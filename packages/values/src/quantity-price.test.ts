import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pricesAtQuantity, subscriptionPriceFromPieces } from './quantity-price.ts'

const oil = {
  price: 2420,
  subscription_first_price: 1936,
  subscription_price: 2178,
  quantity_prices: [
    { from_pieces: 3, price: 2200, subscription_price: 2000 },
    { from_pieces: 6, price: 2000, subscription_price: 1800 },
    { from_pieces: 12, price: 1900, subscription_price: null },
  ],
}

test.each([
  [1, 2420, 1936, 2178, 1],
  [2, 2420, 1936, 2178, 1],
  [3, 2200, 1936, 2000, 3],
  [5, 2200, 1936, 2000, 3],
  // The first delivery never costs more than a later one.
  [6, 2000, 1800, 1800, 6],
  [12, 1900, 1800, 1800, 6],
])('%i pieces', (pieces, price, first, following, from) => {
  expect(pricesAtQuantity(oil, pieces)).toMatchObject({
    price,
    subscription_first_price: first,
    subscription_price: following,
  })
  expect(subscriptionPriceFromPieces(oil, pieces)).toBe(from)
})

const yen = fc.integer({ min: 0, max: 9_999 })
test('a step never makes a piece dearer than a single one', () => {
  fc.assert(
    fc.property(
      fc.record({
        price: yen,
        subscription_first_price: fc.option(yen),
        subscription_price: fc.option(yen),
        quantity_prices: fc.array(
          fc.record({ from_pieces: fc.integer({ min: 2, max: 9 }), price: yen, subscription_price: fc.option(yen) }),
        ),
      }),
      fc.integer({ min: 1, max: 12 }),
      (sku, pieces) => {
        const now = pricesAtQuantity(sku, pieces)
        expect(now.price).toBeLessThanOrEqual(sku.price)
        expect(now.subscription_price ?? sku.price).toBeLessThanOrEqual(sku.subscription_price ?? sku.price)
      },
    ),
  )
})
