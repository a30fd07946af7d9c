import { afterEach, expect, test } from 'vitest'
import { lastBoughtOf, rememberBuyNow } from './buy-now.ts'
import { setCartItems } from './cart.ts'
import { entry } from './testing.ts'

const two = entry({ quantity: 2 })
afterEach(() => {
  rememberBuyNow(null)
  setCartItems([])
})

test('who comes back from the form finds what they chose, on the page of its product', () => {
  setCartItems([two])
  expect(lastBoughtOf(two.product_id)).toBeNull()
  rememberBuyNow(two)
  expect(lastBoughtOf(two.product_id)).toBe(two)
  expect(lastBoughtOf(two.product_id + 1)).toBeNull()
})

test.each([
  ['it was ordered', []],
  ['its quantity was changed in the cart', [entry({ quantity: 3 })]],
  ['another item was added', [two, entry({ id: 102 })]],
])('not after %s', (_, items) => {
  rememberBuyNow(two)
  setCartItems(items)
  expect(lastBoughtOf(two.product_id)).toBeNull()
})
