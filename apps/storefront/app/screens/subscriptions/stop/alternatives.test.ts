import { describe, expect, test } from 'vitest'
import { item, subscription } from '../../../form/testing.ts'
import { fewerPieces, longerInterval, otherScents, smallerSize } from './alternatives.ts'

const can = { ...subscription.can, update: true, change_items: true }
const one = { ...subscription, can, pattern_label: '毎月5日' }
const days = { subscription_division_id: 3, param2: null, param3: null } as const

describe('a longer interval', () => {
  test.each([
    [{ param1: 1 }, 2],
    [{ param1: 4 }, 5],
    [{ ...days, param1: 30 }, 60],
    [{ ...days, param1: 170 }, 180],
  ])('%j', (pattern, longer) => {
    expect(longerInterval({ ...one, ...pattern })?.update.delivery_pattern?.param1).toBe(longer)
  })

  test.each([{ param1: 5 }, { param1: 6 }, { ...days, param1: 180 }, { can: { ...can, update: false } }])(
    'none for %j',
    (more) => expect(longerInterval({ ...one, ...more })).toBeNull(),
  )

  test('the next date does not change', () => {
    expect(Object.keys(longerInterval(one)?.update ?? {})).toEqual(['delivery_pattern'])
  })
})

describe('fewer pieces', () => {
  const of = (...items: ReturnType<typeof item>[]) => fewerPieces({ ...one, subscription_order_item: items })

  test('one piece less of the largest quantity; the others do not change', () => {
    const less = of(item(1), item(2, { quantity: 3 }), item(3, { quantity: 4, is_one_time: true }))
    expect(less?.update.items?.map(({ quantity, is_one_time }) => [quantity, is_one_time])).toEqual([
      [1, false],
      [2, false],
      [4, true],
    ])
    expect(less?.text).toBe('商品2 3点 → 2点')
  })

  test('none if each item has one piece', () => {
    expect(of(item(1), item(2))).toBeNull()
    expect(fewerPieces({ ...one, can: { ...can, change_items: false } })).toBeNull()
  })
})

describe('the same in another size or scent', () => {
  const sku = (id: number, scent: string, size: string, subscription_price: number | null, more = {}) => ({
    id,
    sku_parent_item_name1: '香り',
    set_item_name1: scent,
    sku_parent_item_name2: '内容量',
    set_item_name2: size,
    price: 9000,
    subscription_price,
    is_out_stock: false,
    ...more,
  })
  const skus = [
    sku(101, '白檀', '500mL', 3564),
    sku(1, '白檀', '300mL', 2376),
    sku(2, '白檀', '100mL', 900),
    sku(3, '柚子', '500mL', 3564),
    sku(4, '無香料', '500mL', 3564, { is_out_stock: true }),
    sku(5, '柚子', '300mL', 2376),
    sku(6, '薄荷', '500mL', null),
    sku(7, '桧', '500mL', 3564),
  ]
  const products = [{ id: 1, skus }] as unknown as Parameters<typeof otherScents>[1]
  const of = (...items: ReturnType<typeof item>[]) => ({ ...one, subscription_order_item: items })

  test('the next smaller size, in the same scent', () => {
    const found = smallerSize(of(item(101), item(200, { product_id: 2 })), products)
    expect(found?.text).toBe('商品101 500mL → 300mL')
    expect(found?.update.items?.map((each) => each.product_sku_id)).toEqual([1, 200])
  })

  test('scents of the same size and price that are in stock and not in the subscription yet', () => {
    expect(otherScents(of(item(101)), products).map(({ label }) => label)).toEqual([
      '香りを「柚子」にする',
      '香りを「桧」にする',
    ])
    expect(
      otherScents(of(item(101), item(3)), products).map(({ update }) => update.items?.[0]?.product_sku_id),
    ).toEqual([7])
  })

  test.each([
    ['once only', item(101, { is_one_time: true })],
    ['paid ahead', item(101, { lump_sum_payment_flag: true })],
    ['another product', item(101, { product_id: 9 })],
  ])('nothing for an item that is %s', (_, only) => {
    expect(otherScents(of(only), products)).toEqual([])
    expect(smallerSize(of(only), products)).toBeNull()
  })
})
