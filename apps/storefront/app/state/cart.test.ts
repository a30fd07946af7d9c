import { describe, expect, test } from 'vitest'
import { buyNowStep, itemsOfType, totalQuantity } from './cart.ts'
import { isOverLimit, mergeItem, unsyncedItems, withoutSent } from './cart-change.ts'
import { entry } from './testing.ts'

describe('mergeItem', () => {
  test('the same SKU bought the same way becomes one item', () => {
    const items = mergeItem([entry({ quantity: 2 })], entry({ quantity: 3 }))
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ quantity: 5, subtotal: 12_100 })
  })

  test('single purchase and 定期便 stay separate, and so do SKUs', () => {
    const items = [entry({ subscription: 1 }), entry({ id: 102 })].reduce(mergeItem, [entry()])
    expect(items).toHaveLength(3)
    expect(itemsOfType(items, 1)).toHaveLength(1)
    expect(totalQuantity(items)).toBe(3)
  })

  test('never more than the limit per purchase', () => {
    expect(mergeItem([entry({ quantity: 9 })], entry({ quantity: 5 }))[0]?.quantity).toBe(10)
    expect(isOverLimit([entry({ quantity: 9 })], entry({ quantity: 2 }))).toBe(true)
    expect(isOverLimit([entry({ quantity: 9 })], entry({ quantity: 1 }))).toBe(false)
  })

  test('the id of the server stays', () => {
    expect(mergeItem([entry({ cart_item_id: 7 })], entry())[0]?.cart_item_id).toBe(7)
  })

  test('a yearly payment counts all its deliveries', () => {
    expect(mergeItem([], entry({ price: 2057, lump_sum_payment_num: 12 }))[0]?.subtotal).toBe(24_684)
  })
})

test.each([
  ['nothing lies there', [], 'add'],
  ['it lies there itself, as the server knows it', [entry({ cart_item_id: 7 })], 'nothing'],
  ['more of it', [entry({ quantity: 2 })], null],
  ['something else', [entry({ id: 102 })], null],
  ['it and something else', [entry(), entry({ id: 102 })], null],
  ['the other kind of cart is another one', [entry({ subscription: 1 }), entry()], 'nothing'],
])('buying only one item at once: %s', (_, items, expected) => {
  expect(buyNowStep(items, entry())).toBe(expected)
})

test('syncs only items in stock that the server does not know', () => {
  const items = [entry(), entry({ id: 102, cart_item_id: 5 }), entry({ id: 103, is_out_stock: true })]
  expect(unsyncedItems(items).map(({ id }) => id)).toEqual([101])
})

test('items added during a sync remain', () => {
  const sent = [{ product_sku_id: 101, subscription: 0, quantity: 2 }]
  expect(withoutSent([entry({ quantity: 2 })], sent)).toEqual([])
  expect(withoutSent([entry({ quantity: 5 }), entry({ id: 102 })], sent)).toMatchObject([
    { id: 101, quantity: 3 },
    { id: 102, quantity: 1 },
  ])
})
