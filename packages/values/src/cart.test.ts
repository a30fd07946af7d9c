import { expect, test } from 'vitest'
import { maxPurchasePieces } from './cart.ts'

test.each([
  ['the limit, where the stock is not known', { sale_limit: 10 }, 10],
  ['the limit, with enough in stock', { sale_limit: 10, stock: 50 }, 10],
  ['the stock', { sale_limit: 10, stock: 3 }, 3],
  ['none', { sale_limit: 10, stock: 0 }, 0],
  ['a page that does not show the stock', { sale_limit: 10, stock: null }, 10],
  ['99 at most, whatever the limit', { sale_limit: 1000, stock: 500 }, 99],
])('the most pieces: %s', (_, sku, most) => {
  expect(maxPurchasePieces(sku)).toBe(most)
})
