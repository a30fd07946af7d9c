import { describe, expect, test } from 'vitest'
import { cartProblems } from './cart-problems.ts'

const sku = {
  id: 101,
  product_name: '純椿油「しずく」',
  set_item_name1: null as string | null,
  set_item_name2: null as string | null,
  subscription: 0,
  is_product_sku_valid: true,
  revision: 1,
  sale_limit: 10,
  stock: 50,
  lump_sum_payment_flag: false,
  parts: [] as { product_sku_id: number; name: string; pieces: number; stock: number; sale_limit: number }[],
}
const asked = { product_sku_id: 101, quantity: 2, subscription: 0, revision: 1 }
const yearly = { ...sku, id: 127, product_name: '椿油 一年便', subscription: 1, lump_sum_payment_flag: true }

test('only a cart says that something is removed from it', () => {
  const said = (skus: (typeof sku)[], isRemoved: boolean) => cartProblems([asked], skus, { isRemoved })[0]!.message
  for (const skus of [[], [{ ...sku, revision: 2 }]]) {
    expect(said(skus, true)).toContain('カートから削除しました')
    expect(said(skus, false)).not.toContain('カート')
  }
})

test('nothing is wrong', () => {
  expect(cartProblems([asked], [sku])).toEqual([])
  expect(cartProblems([{ ...asked, quantity: 10 }], [{ ...sku, stock: 10 }])).toEqual([])
  expect(cartProblems([], [])).toEqual([])
})

test.each([
  ['not known to the shop', {}, null, 'not_sold', 0, '販売を終了した商品のため、ご購入いただけません。'],
  [
    'hidden, or not sold this way',
    {},
    { is_product_sku_valid: false },
    'not_sold',
    0,
    '「純椿油『しずく』」は現在ご購入いただけません。',
  ],
  [
    'changed since it was put in',
    {},
    { revision: 2 },
    'contents_changed',
    0,
    '「純椿油『しずく』」は内容が変更されました。お手数ですが、商品ページからお選び直しください。',
  ],
  [
    'sold out, of one kind among others',
    {},
    { stock: 0, set_item_name1: 'ゆず', set_item_name2: '200mL' },
    'out_of_stock',
    0,
    '「純椿油『しずく』(ゆず / 200mL)」は在庫切れのため、ご購入いただけません。',
  ],
  ['sold out', {}, { stock: 0 }, 'out_of_stock', 0, '「純椿油『しずく』」は在庫切れのため、ご購入いただけません。'],
  ['over the limit', { quantity: 11 }, {}, 'over_sale_limit', 10, '一度にご購入いただける数量は10点までです。'],
  [
    'over the stock',
    { quantity: 4 },
    { stock: 3 },
    'over_stock',
    3,
    '「純椿油『しずく』」の在庫は残り3点です。数量をご変更ください。',
  ],
  ['over both: what can be had', { quantity: 11 }, { stock: 3 }, 'over_stock', 3, undefined],
  ['over both, the limit lower', { quantity: 11 }, { stock: 10 }, 'over_sale_limit', 10, undefined],
  [
    'not sold goes before changed',
    {},
    { is_product_sku_valid: false, revision: 2, stock: 0 },
    'not_sold',
    0,
    undefined,
  ],
  ['changed goes before sold out', {}, { revision: 2, stock: 0 }, 'contents_changed', 0, undefined],
] as const)('%s', (_, item, row, error, quantity, message) => {
  const problems = cartProblems([{ ...asked, ...item }], row ? [{ ...sku, ...row }] : [])
  expect(problems).toMatchObject([{ product_sku_id: 101, subscription: 0, error, quantity }])
  if (message) expect(problems[0]?.message).toBe(message)
})

test('the revision is checked only if the request has one', () => {
  const { revision: _, ...unseen } = asked
  expect(cartProblems([unseen], [{ ...sku, revision: 7 }])).toEqual([])
})

test('two entries of one SKU are added up and reported once', () => {
  expect(
    cartProblems(
      [
        { ...asked, quantity: 6 },
        { ...asked, quantity: 6 },
      ],
      [{ ...sku, quantity: 12 } as typeof sku],
    ),
  ).toMatchObject([{ error: 'over_sale_limit', quantity: 10 }])
})

describe('yearly payment', () => {
  const yearlyAsked = { ...asked, product_sku_id: 127, subscription: 1 }
  test('alone, or with other yearly payments', () => {
    const other = { ...yearly, id: 128 }
    expect(cartProblems([yearlyAsked], [yearly])).toEqual([])
    expect(cartProblems([yearlyAsked, { ...yearlyAsked, product_sku_id: 128 }], [yearly, other])).toEqual([])
  })
  test.each([
    [
      'an ordinary subscription',
      1,
      '毎回お支払いの定期購入の商品と年間一括払いの定期購入の商品は、同時にご購入いただけません。',
    ],
    ['a single purchase', 0, '通常購入の商品と年間一括払いの定期購入の商品は、同時にご購入いただけません。'],
  ])('not with %s', (_, subscription, message) => {
    const problems = cartProblems([yearlyAsked, { ...asked, subscription }], [yearly, { ...sku, subscription }])
    expect(problems).toEqual([
      {
        product_sku_id: 127,
        subscription: 1,
        error: 'mixed_lump_sum',
        message,
        quantity: 2,
      },
    ])
  })
  test('with an item that is no longer sold, only that item is reported', () => {
    const gone = { ...sku, subscription: 1, is_product_sku_valid: false }
    expect(cartProblems([yearlyAsked, { ...asked, subscription: 1 }], [yearly, gone])).toMatchObject([
      { product_sku_id: 101, error: 'not_sold' },
    ])
  })
})
