import { expect, test } from 'vitest'
import { divideSetAmounts } from './divide-set.ts'

const oil = { pieces: 1, list_price: 2420, tax_rate: 10 as const }
const tea = { pieces: 2, list_price: 2160, tax_rate: 8 as const }
const item = {
  price: 4000,
  following_price: 4000,
  subtotal: 4000,
  discount_amount: 0,
  promotions: [],
  point_discount: 0,
}
const shares = (more: Partial<typeof item>, parts = [oil, tea]) =>
  divideSetAmounts({ ...item, ...more }, parts).map(({ subtotal, discount_amount }) => [subtotal, discount_amount])

test.each([
  [
    'by list prices',
    {},
    [oil, tea],
    [
      [2114, 0],
      [1886, 0],
    ],
  ],
  [
    'three sets, each alike',
    { subtotal: 12_000 },
    [oil, tea],
    [
      [6342, 0],
      [5658, 0],
    ],
  ],
  [
    'a discount by what is left',
    { discount_amount: 401 },
    [oil, tea],
    [
      [2114, 212],
      [1886, 189],
    ],
  ],
  [
    'a part that costs nothing by itself',
    {},
    [oil, { ...tea, list_price: 0 }],
    [
      [4000, 0],
      [0, 0],
    ],
  ],
  [
    'parts that all cost nothing by themselves',
    {},
    [
      { ...oil, list_price: 0 },
      { ...tea, list_price: 0 },
    ],
    [
      [2000, 0],
      [2000, 0],
    ],
  ],
  [
    'a set for nothing',
    { price: 0, subtotal: 0 },
    [oil, tea],
    [
      [0, 0],
      [0, 0],
    ],
  ],
])('%s', (_, more, parts, expected) => {
  expect(shares(more, parts)).toEqual(expected)
})

test('several promotions never take more of a part than it costs', () => {
  const off = (promotion_id: number) => ({ promotion_id, promotion_name: `特典${promotion_id}`, discount_amount: 5 })
  const priced = { ...item, price: 10, subtotal: 10, discount_amount: 10, promotions: [off(1), off(2)] as never[] }
  const cheap = { ...tea, list_price: 1 }
  const dear = { ...oil, list_price: 9 }
  expect(divideSetAmounts(priced, [cheap, dear]).map((part) => [part.subtotal, part.discount_amount])).toEqual([
    [1, 1],
    [9, 9],
  ])
})

test('ポイント are divided last, over what rank and promotions left, and named on each part', () => {
  const priced = { ...item, discount_amount: 401 + 999, point_discount: 999 }
  const parts = divideSetAmounts(priced, [oil, tea])
  expect(parts.map((part) => [part.discount_amount - part.point_discount, part.point_discount])).toEqual([
    [212, 528],
    [189, 471],
  ])
})
