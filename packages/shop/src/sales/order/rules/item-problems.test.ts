import { expect, test } from 'vitest'
import { orderItemProblems } from './item-problems.ts'

const sku = (more: object = {}) => ({
  id: 1,
  product_name: '櫛',
  stock: 3,
  sale_limit: 10,
  is_product_sku_valid: true,
  lump_sum_payment_flag: false,
  ...more,
})
const sold = (quantity: number, more: object = {}) => ({
  product_sku_id: 1,
  quantity,
  lump_sum_payment_flag: false,
  ...more,
})
const want = (quantity: number, product_sku_id = 1) => ({ product_sku_id, quantity })

test.each<[string, Parameters<typeof orderItemProblems>, string[]]>([
  ['as it was, although it is sold out', [[want(2)], [sku({ stock: 0 })], [sold(2)]], []],
  ['fewer, although it is no longer sold', [[want(1)], [sku({ is_product_sku_valid: false })], [sold(2)]], []],
  ['more, from stock', [[want(5)], [sku()], [sold(2)]], []],
  ['more than there is', [[want(6)], [sku()], [sold(2)]], ['items.0.quantity']],
  [
    'more of what is no longer sold',
    [[want(3)], [sku({ is_product_sku_valid: false })], [sold(2)]],
    ['items.0.product_sku_id'],
  ],
  ['more than one may buy', [[want(4)], [sku({ sale_limit: 3 })], [sold(2)]], ['items.0.quantity']],
  ['twice', [[want(1), want(1)], [sku()], [sold(2)]], ['items.1.product_sku_id']],
  ['what the shop does not have', [[want(1, 9)], [sku()], []], ['items.0.product_sku_id']],
  ['a new yearly payment', [[want(1)], [sku({ lump_sum_payment_flag: true })], []], ['items.0.product_sku_id']],
  ['anything of a yearly payment', [[want(1)], [sku()], [sold(1, { lump_sum_payment_flag: true })]], ['items']],
])('%s', (_, args, paths) => {
  expect(orderItemProblems(...args).map(({ path }) => path)).toEqual(paths)
})

// A set of one 2 and two 3, bought twice; a 3 beside it.
const setSold = [
  {
    ...sold(2, { product_sku_id: 9 }),
    parts: [
      { ...want(2, 2), set_name: '櫛の箱' },
      { ...want(4, 3), set_name: '櫛の箱' },
    ],
  },
  sold(1, { product_sku_id: 3 }),
]
const all = [2, 3, 9].map((id) => sku({ id, stock: 99 }))

test.each<[string, [number, number][], string[]]>([
  [
    'the set itself',
    [
      [9, 2],
      [3, 1],
    ],
    [],
  ],
  [
    'its parts, as the order names them',
    [
      [2, 2],
      [3, 4],
      [3, 1],
    ],
    ['items.0.product_sku_id'],
  ],
  [
    'its parts, in one row each',
    [
      [3, 5],
      [2, 2],
    ],
    ['items.1.product_sku_id'],
  ],
  [
    'parts of one set of two',
    [
      [2, 1],
      [3, 3],
    ],
    ['items.0.product_sku_id'],
  ],
  [
    'one part instead of it',
    [
      [2, 2],
      [3, 1],
    ],
    [],
  ],
  [
    'what was bought beside it',
    [
      [2, 1],
      [3, 2],
    ],
    [],
  ],
  ['nothing of it', [[3, 1]], []],
  [
    'the set with more of a part',
    [
      [9, 1],
      [2, 1],
      [3, 3],
    ],
    [],
  ],
])('a set stays a set: %s', (_, wanted, paths) => {
  const problems = orderItemProblems(
    wanted.map(([id, quantity]) => want(quantity, id)),
    all,
    setSold,
  )
  expect(problems.map(({ path }) => path)).toEqual(paths)
  for (const { message } of problems)
    expect(message).toContain('「櫛の箱」の中身です。中身に分けず、セットのまま(product_sku_id: 9)')
})

test('the limit is said in the words of the cart', () => {
  expect(orderItemProblems([want(4)], [sku({ sale_limit: 3 })], [sold(2)])).toMatchObject([
    { message: '一度にご購入いただける数量は3点までです。' },
  ])
})
