import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CountedItem, ga4Item, goodsValue } from './ecommerce.ts'

const item = fc
  .record({ price: fc.integer({ min: 1, max: 99_999 }), quantity: fc.integer({ min: 1, max: 99 }), off: fc.nat(100) })
  .map(
    ({ price, quantity, off }): CountedItem => ({
      product_id: 1,
      product_code: 'AB-30',
      product_name: '純椿油',
      quantity,
      subtotal: price * quantity,
      discount_amount: Math.floor((price * quantity * off) / 100),
    }),
  )

test('the sum of price × quantity is the price of the goods', () => {
  fc.assert(
    fc.property(fc.array(item), (items) => {
      const sum = items.map(ga4Item).reduce((total, { price, quantity }) => total + price * quantity, 0)
      expect(sum).toBeCloseTo(goodsValue(items), 4)
    }),
  )
})

test('a lump sum payment counts all its deliveries; without a discount the field is left out', () => {
  const yearly = { product_id: 11, product_code: 'Y-1', product_name: '年払い', quantity: 1, subtotal: 24_684 }
  expect(ga4Item({ ...yearly, discount_amount: 0 })).toEqual({
    item_id: '11',
    item_variant: 'Y-1',
    item_name: '年払い',
    price: 24_684,
    quantity: 1,
  })
})
