import { expect, test } from 'vitest'
import { remainingGifts } from './gifts-left.ts'

/** Two pieces of oil, one comb, and a mirror as a gift. */
const order = {
  items: [
    { id: 1, product_name: '椿油', gift_promotion_id: null },
    { id: 2, product_name: '櫛', gift_promotion_id: null },
    { id: 3, product_name: '手鏡', gift_promotion_id: 9 },
  ],
  refundable: {
    items: [
      { order_item_id: 1, amounts: [1000, 2000] },
      { order_item_id: 2, amounts: [500] },
      { order_item_id: 3, amounts: [0] },
    ],
  },
}

test.each<[string, Record<number, number>, string[]]>([
  ['nothing', {}, []],
  ['one of two', { 1: 1, 2: 1 }, []],
  ['all that was paid for', { 1: 2, 2: 1 }, ['手鏡']],
  ['everything', { 1: 2, 2: 1, 3: 1 }, []],
])('%s comes back', (_, taken, expected) => {
  expect(remainingGifts(order, (id) => taken[id] ?? 0)).toEqual(expected)
})

test('what came back before counts, and an order without gifts has none', () => {
  const before = {
    ...order,
    refundable: { items: [{ order_item_id: 1, amounts: [] }, ...order.refundable.items.slice(1)] },
  }
  expect(remainingGifts(before, (id) => (id === 2 ? 1 : 0))).toEqual(['手鏡'])
  const plain = { ...order, items: order.items.slice(0, 2) }
  expect(remainingGifts(plain, () => 9)).toEqual([])
})
