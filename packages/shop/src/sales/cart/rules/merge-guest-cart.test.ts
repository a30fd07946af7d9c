import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SkuItem } from '../../../catalogue/price/internal/load-cart-items.ts'
import { mergeGuestCart } from './merge-guest-cart.ts'

const sku = (id: number, more: Partial<SkuItem> = {}) =>
  ({
    id,
    product_name: `商品${id}`,
    subscription: 0,
    is_product_sku_valid: true,
    revision: 3,
    sale_limit: 5,
    stock: 50,
    parts: [],
    lump_sum_payment_flag: false,
    ...more,
  }) as SkuItem
const item = (product_sku_id: number, quantity: number, subscription = 0) => ({
  product_sku_id,
  quantity,
  subscription,
})
const full = Array.from({ length: 100 }, (_, n) => item(1000 + n, 1))

type Case = [string, ReturnType<typeof item>[], ReturnType<typeof item>[], SkuItem[], unknown[], unknown[]]
test.each<Case>([
  ['a new line', [item(1, 2)], [], [sku(1)], [[1, 0, 2]], []],
  ['more of a line', [item(1, 2)], [item(1, 3)], [sku(1)], [[1, 0, 2]], []],
  ['the same twice', [item(1, 1), item(1, 2)], [], [sku(1)], [[1, 0, 3]], []],
  [
    'two types',
    [item(1, 1), item(1, 1, 1)],
    [],
    [sku(1), sku(1, { subscription: 1 })],
    [
      [1, 0, 1],
      [1, 1, 1],
    ],
    [],
  ],
  ['as far as the limit', [item(1, 4)], [item(1, 3)], [sku(1)], [[1, 0, 2]], [[1, 'over_sale_limit', 5]]],
  ['as far as the stock', [item(1, 4)], [], [sku(1, { stock: 3 })], [[1, 0, 3]], [[1, 'over_stock', 3]]],
  ['nothing over a full line', [item(1, 1)], [item(1, 5)], [sku(1)], [], [[1, 'over_sale_limit', 5]]],
  ['nothing sold out', [item(1, 1)], [], [sku(1, { stock: 0 })], [], [[1, 'out_of_stock', 0]]],
  ['nothing sold out since', [item(1, 1)], [item(1, 2)], [sku(1, { stock: 0 })], [], [[1, 'out_of_stock', 0]]],
  ['nothing hidden', [item(1, 1)], [], [sku(1, { is_product_sku_valid: false })], [], [[1, 'not_sold', 0]]],
  ['nothing unknown', [item(9, 1)], [], [sku(1)], [], [[9, 'not_sold', 0]]],
  ['no new line in a full cart', [item(1, 1)], full, [sku(1)], [], [[1, 'cart_full', 0]]],
  ['more of a line in a full cart', [item(1000, 1)], full, [sku(1000)], [[1000, 0, 1]], []],
  [
    'no yearly-payment quarrel here',
    [item(1, 1), item(2, 1)],
    [],
    [sku(1), sku(2, { lump_sum_payment_flag: true })],
    [
      [1, 0, 1],
      [2, 0, 1],
    ],
    [],
  ],
])('%s', (_, items, inCart, skus, puts, problems) => {
  const merge = mergeGuestCart(items, inCart, skus)
  expect(merge.puts.map((put) => [put.product_sku_id, put.subscription, put.quantity])).toEqual(puts)
  expect(merge.problems.map((each) => [each.product_sku_id, each.error, each.quantity])).toEqual(problems)
  expect(merge.problems.every((each) => each.message !== '')).toBe(true)
})

test('no piece is lost without a word, and none comes from nowhere', () => {
  const some = fc.array(
    fc.record({
      product_sku_id: fc.integer({ min: 1, max: 6 }),
      quantity: fc.integer({ min: 1, max: 9 }),
      subscription: fc.integer({ min: 0, max: 1 }),
    }),
    { maxLength: 20 },
  )
  const skus = [1, 2, 3, 4, 5].flatMap((id) =>
    [0, 1].map((subscription) => sku(id, { subscription, stock: id * 3 - 3, sale_limit: 7 })),
  )
  fc.assert(
    fc.property(some, (items) => {
      const { puts, problems } = mergeGuestCart(items, [], skus)
      for (const { product_sku_id, subscription } of items) {
        const is = (each: { product_sku_id: number; subscription: number }) =>
          each.product_sku_id === product_sku_id && each.subscription === subscription
        const wanted = items.filter(is).reduce((sum, each) => sum + each.quantity, 0)
        const put = puts.filter(is)
        expect(put.length).toBeLessThanOrEqual(1)
        const got = put[0]?.quantity ?? 0
        expect(got).toBeLessThanOrEqual(wanted)
        expect(problems.filter(is)).toHaveLength(got < wanted ? 1 : 0)
      }
    }),
  )
})
