import { expect, test } from 'vitest'
import type { CartTypeId } from './cart-type.ts'
import type { SaleTypeId } from './sale-type.ts'
import { isSoldIn, saleTypeInCart } from './sale-type.ts'

test.each<[SaleTypeId, CartTypeId, SaleTypeId, boolean]>([
  [1, 0, 1, true],
  [1, 1, 1, false],
  [2, 0, 2, false],
  [2, 1, 2, true],
  [3, 0, 1, true],
  [3, 1, 2, true],
])('sale type %i in cart %i is sent as %i, allowed: %s', (saleType, cartType, sent, allowed) => {
  expect(saleTypeInCart(saleType, cartType)).toBe(sent)
  expect(isSoldIn(saleType, cartType)).toBe(allowed)
})
