import type { AgreedTerms, StoredAgreedTerms } from '@kushi/values/price-terms'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryPromotions, arbitraryQuantityPrices, arbitrarySetParts } from '../../../testing/promotions.ts'
import { applicableAgreedTerms } from './agreed-terms.ts'
import { priceOrder } from './price-order.ts'
import type { PricedSku, PriceInput } from './price-state.ts'
import { priceSteps } from './price-steps.ts'

const oil: PricedSku = {
  product_id: 1,
  price: 2420,
  subscription_first_price: 1936,
  subscription_price: 2178,
  quantity_prices: [],
  tax_rate: 10,
  parts: [],
  quantity: 1,
  subscription: 0,
  is_product_sku_valid: true,
  lump_sum_payment_flag: false,
  lump_sum_payment_num: null,
}
const tea: PricedSku = { ...oil, price: 1080, subscription_first_price: null, subscription_price: 972, tax_rate: 8 }
const subscribed = (sku: PricedSku): PricedSku => ({ ...sku, subscription: 1 })
const yearly: PricedSku = {
  ...subscribed(oil),
  price: 2057,
  subscription_first_price: null,
  subscription_price: 2057,
  lump_sum_payment_flag: true,
  lump_sum_payment_num: 12,
}
const input = (more: Partial<PriceInput>): PriceInput => ({
  items: [oil],
  cycle: 1,
  rank_discount_rate: 0,
  promotions: [],
  gifts: [],
  delivery: { flat_rate_delivery_fee: 660, cool_fee: 0 },
  delivery_free_amount: 6600,
  delivery_free_after_promotions: false,
  delivery_free_includes_cool: false,
  most_promotion_rate: 100,
  payment_fees: null,
  adjustment_amount: 0,
  points: null,
  ...more,
})
const anyTerms = {
  promotion_id: 1,
  promotion_name: '特典',
  product_ids: [],
  cart_type: null,
  min_amount: 0,
  from_cycle: 1,
  to_cycle: null,
  stack_group: null,
}
const cash = [
  { from_amount: 0, fee: 330 },
  { from_amount: 10_000, fee: 440 },
]

test('the steps are in the order of calculation', () => {
  expect(priceSteps.map(([name]) => name)).toEqual([
    'goods',
    'subscription price',
    'yearly payment',
    'member rank',
    'chosen fees',
    'promotions',
    'shipping',
    'free shipping',
    'points',
    'gifts',
    'parts of sets',
    'payment fee',
    'adjustment',
    'total',
    'tax per rate',
    'check',
  ])
})

describe('amounts', () => {
  const none = { discount_amount: 0, payment_fee: 0, adjustment_amount: 0 }
  test.each<[string, Partial<PriceInput>, object]>([
    ['one piece, once', {}, { ...none, subtotal: 2420, delivery_fee: 660, payment_total: 3080, tax_total: 280 }],
    ['first delivery', { items: [subscribed(oil)] }, { subtotal: 1936, payment_total: 2596, tax_total: 236 }],
    ['following delivery', { items: [subscribed(oil)], cycle: 2 }, { subtotal: 2178, payment_total: 2838 }],
    ['no first price: as the following', { items: [subscribed(tea)] }, { subtotal: 972, payment_total: 1632 }],
    [
      'no subscription price: as once',
      { items: [{ ...subscribed(oil), subscription_first_price: null, subscription_price: null }] },
      { subtotal: 2420 },
    ],
    [
      'a yearly payment pays twelve deliveries and their way',
      { items: [{ ...yearly, quantity: 2 }], delivery_free_amount: null },
      { subtotal: 49_368, delivery_fee: 0, payment_total: 49_368, tax_total: 4488 },
    ],
    [
      'and its following deliveries cost nothing, not even a fee',
      { items: [yearly], cycle: 2, payment_fees: cash, delivery_free_amount: null },
      { ...none, subtotal: 0, delivery_fee: 0, payment_total: 0, tax_total: 0 },
    ],
    [
      'rank: rounded down per item, not on the sum',
      {
        items: [
          { ...oil, price: 33 },
          { ...oil, price: 33 },
        ],
        rank_discount_rate: 5,
      },
      { subtotal: 66, discount_amount: 2 },
    ],
    ['free from the threshold on', { items: [{ ...oil, price: 6600 }] }, { delivery_fee: 0, payment_total: 6600 }],
    ['not a yen below', { items: [{ ...oil, price: 6599 }] }, { delivery_fee: 660, payment_total: 7259 }],
    [
      'the threshold looks at goods before discounts, so that a rank makes nothing dearer',
      { items: [{ ...oil, price: 6600 }], rank_discount_rate: 3 },
      { discount_amount: 198, delivery_fee: 0, payment_total: 6402 },
    ],
    ['no threshold', { items: [{ ...oil, price: 99_999 }], delivery_free_amount: null }, { delivery_fee: 660 }],
    ['cash on delivery', { payment_fees: cash }, { payment_fee: 330, payment_total: 3410, tax_total: 310 }],
    [
      'its fee by goods and delivery',
      { items: [{ ...oil, price: 9340 }], delivery_free_amount: null, payment_fees: cash },
      { payment_fee: 440, payment_total: 10_440 },
    ],
    ['adjustment', { adjustment_amount: -500 }, { adjustment_amount: -500, payment_total: 2580, tax_total: 234 }],
    [
      'what is not sold costs nothing and needs no parcel',
      { items: [{ ...oil, is_product_sku_valid: false }], payment_fees: cash },
      { ...none, subtotal: 0, delivery_fee: 0, payment_total: 0, tax_total: 0, tax_lines: [] },
    ],
    ['an empty cart', { items: [] }, { subtotal: 0, delivery_fee: 0, payment_total: 0, tax_lines: [] }],
  ])('%s', (_, more, expected) => {
    expect(priceOrder(input(more)).amounts).toMatchObject(expected)
  })

  test('two rates: delivery at 10 %, the adjustment shared so that no yen is lost', () => {
    const { amounts } = priceOrder(input({ items: [oil, tea], adjustment_amount: -100 }))
    expect(amounts).toMatchObject({ subtotal: 3500, delivery_fee: 660, payment_total: 4060 })
    expect(amounts.tax_lines).toEqual([
      { tax_rate: 10, total: 3006, tax: 273 },
      { tax_rate: 8, total: 1054, tax: 78 },
    ])
  })

  test('reduced rate alone with free delivery: one tax item', () => {
    const { amounts } = priceOrder(input({ items: [{ ...tea, quantity: 10 }] }))
    expect(amounts.tax_lines).toEqual([{ tax_rate: 8, total: 10_800, tax: 800 }])
  })
})

describe('クール代', () => {
  const cooled = { delivery: { flat_rate_delivery_fee: 660, cool_fee: 330 } }
  const enough = { items: [{ ...oil, price: 6600 }] }
  const includes = { delivery_free_includes_cool: true }
  const waived = [{ ...anyTerms, effect: { kind: 'free_delivery' as const } }]
  test.each<[string, Partial<PriceInput>, [delivery: number, cool: number, total: number]]>([
    ['beside 送料', {}, [660, 330, 3410]],
    ['also where delivery is free', enough, [0, 330, 6930]],
    ['free with it where the shop says so', { ...enough, ...includes }, [0, 0, 6600]],
    ['not by that alone', includes, [660, 330, 3410]],
    ['also where a promotion waives delivery', { promotions: waived }, [0, 330, 2750]],
    ['which waives both where the shop says so', { promotions: waived, ...includes }, [0, 0, 2420]],
    ['none of 年払い, which includes its way', { items: [yearly] }, [0, 0, 24_684]],
    [
      'part of what the fee of cash is judged by',
      { payment_fees: [{ from_amount: 3400, fee: 440 }] },
      [660, 330, 3850],
    ],
    [
      'never more with delivery than promotions took away of the threshold',
      {
        ...{ ...enough, ...includes, delivery_free_after_promotions: true },
        promotions: [{ ...anyTerms, effect: { kind: 'yen', yen: 800 } }],
      },
      [660, 140, 6600],
    ],
  ])('%s', (_, more, [delivery_fee, cool_fee, payment_total]) => {
    const { amounts, promotions } = priceOrder(input({ ...cooled, ...more }))
    expect(amounts).toMatchObject({ delivery_fee, cool_fee, payment_total })
    const without = priceOrder(input({ ...cooled, ...more, promotions: [] })).amounts
    const worth = promotions.reduce((sum, one) => sum + one.discount_amount, 0)
    if (more.promotions === waived) expect(without.payment_total - worth).toBe(payment_total)
  })

  const today: AgreedTerms = {
    ...{ delivery_fee: 660, cool_fee: 330, cool_parcels: 1, payment_fees: [], rank_discount_rate: 0 },
    ...{ delivery_free_amount: null, delivery_free_after_promotions: false, delivery_free_includes_cool: false },
    ...{ most_promotion_rate: 100, delivery_id: 1, carried_by: 1, pref_id: 13, is_remote_island: false },
    ...{ payment_method_id: 1, goods: '1x1' },
  }
  const older: AgreedTerms = { ...today, cool_fee: 220 }
  const { cool_fee: _, cool_parcels: __, ...oldest } = older
  test.each<[string, StoredAgreedTerms, Partial<AgreedTerms>, number]>([
    ['what was agreed stays', older, {}, 220],
    ['terms from before it have none for the same goods', oldest, {}, 0],
    ['and that of today for others', oldest, { goods: '2x1' }, 330],
    ['other goods in as many parcels keep it', older, { goods: '2x1' }, 220],
    ['another parcel has that of today', older, { goods: '2x1', cool_parcels: 2 }, 330],
    ['goods that were cooled later add none', { ...older, cool_fee: 0, cool_parcels: 0 }, {}, 0],
    ['another address has that of today', older, { pref_id: 1 }, 330],
    ['another method too', older, { delivery_id: 3, carried_by: 3, goods: '2x1' }, 330],
  ])('of a contract: %s', (_, agreed, now, fee) =>
    expect(applicableAgreedTerms(agreed, { ...today, ...now }, [1, 3]).cool_fee).toBe(fee),
  )
})

test('items have the price of this delivery and of the later ones', () => {
  const items = [{ ...oil, quantity: 3 }, subscribed(oil), yearly, { ...oil, is_product_sku_valid: false }]
  expect(priceOrder(input({ items, rank_discount_rate: 10 })).items).toEqual([
    {
      price: 2420,
      following_price: 2420,
      subtotal: 7260,
      discount_amount: 726,
      promotions: [],
      point_discount: 0,
      part_amounts: [],
    },
    {
      price: 1936,
      following_price: 2178,
      subtotal: 1936,
      discount_amount: 193,
      promotions: [],
      point_discount: 0,
      part_amounts: [],
    },
    {
      price: 2057,
      following_price: 0,
      subtotal: 24_684,
      discount_amount: 2468,
      promotions: [],
      point_discount: 0,
      part_amounts: [],
    },
    {
      price: 0,
      following_price: 0,
      subtotal: 0,
      discount_amount: 0,
      promotions: [],
      point_discount: 0,
      part_amounts: [],
    },
  ])
})

test.each([
  [{ adjustment_amount: -3080 }, null],
  [{ adjustment_amount: -3081 }, 'ERROR_TOTAL_NEGATIVE'],
  [{ items: [{ ...oil, price: 999_999_999 }] }, null],
  [{ items: [{ ...oil, price: 999_999_999 }], delivery_free_amount: null }, 'ERROR_TOTAL_TOO_LARGE'],
])('totals from 0 to nine digits: %j', (more, error) => {
  expect(priceOrder(input(more)).refusal?.error ?? null).toBe(error)
})

const yen = (max: number) => fc.integer({ min: 0, max })
const sku: fc.Arbitrary<PricedSku> = fc.record({
  product_id: fc.integer({ min: 1, max: 4 }),
  price: yen(200_000),
  subscription_first_price: fc.option(yen(200_000)),
  subscription_price: fc.option(yen(200_000)),
  quantity_prices: arbitraryQuantityPrices,
  tax_rate: fc.constantFrom(8 as const, 10 as const),
  parts: arbitrarySetParts,
  quantity: fc.integer({ min: 1, max: 99 }),
  subscription: fc.constantFrom(0, 1),
  is_product_sku_valid: fc.boolean(),
  lump_sum_payment_flag: fc.boolean(),
  lump_sum_payment_num: fc.constant(12),
})
const order: fc.Arbitrary<PriceInput> = fc.record({
  items: fc.array(sku, { maxLength: 12 }),
  cycle: fc.integer({ min: 1, max: 4 }),
  rank_discount_rate: fc.integer({ min: 0, max: 100 }),
  promotions: fc.constant([]),
  gifts: fc.constant([]),
  delivery: fc.record({ flat_rate_delivery_fee: yen(3000), cool_fee: yen(1000) }),
  chosen_fees: fc.record({ gift_fee: yen(2000) }),
  delivery_free_amount: fc.option(yen(50_000)),
  delivery_free_after_promotions: fc.boolean(),
  delivery_free_includes_cool: fc.boolean(),
  most_promotion_rate: fc.integer({ min: 1, max: 100 }),
  payment_fees: fc.option(fc.array(fc.record({ from_amount: yen(100_000), fee: yen(2000) }), { maxLength: 5 })),
  adjustment_amount: fc.integer({ min: -5000, max: 5000 }),
  points: fc.option(
    fc.record({
      asked: yen(30_000),
      balance: yen(30_000),
      least: fc.integer({ min: 1, max: 500 }),
      most_rate: fc.integer({ min: 1, max: 100 }),
    }),
  ),
})

describe('for any cart', () => {
  test('the parts of a set add up to it, also by promotion, and none is below 0', () => {
    fc.assert(
      fc.property(order, arbitraryPromotions, (given, promotions) => {
        const { items } = priceOrder({ ...given, promotions })
        const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
        items.forEach((item, n) => {
          const { is_product_sku_valid, parts } = given.items[n]!
          const { part_amounts } = item
          expect(part_amounts).toHaveLength(is_product_sku_valid ? parts.length : 0)
          if (part_amounts.length === 0) return
          expect(sum(part_amounts.map(({ subtotal }) => subtotal))).toBe(item.subtotal)
          expect(sum(part_amounts.map(({ discount_amount }) => discount_amount))).toBe(item.discount_amount)
          for (const { promotion_id, discount_amount } of item.promotions) {
            const own = part_amounts
              .flatMap((part) => part.promotions)
              .filter((one) => one.promotion_id === promotion_id)
            expect(sum(own.map((one) => one.discount_amount))).toBe(discount_amount)
          }
          part_amounts.forEach((part, at) => {
            expect(part.subtotal - part.discount_amount).toBeGreaterThanOrEqual(0)
            // Each set is divided alike, so that one more or one fewer changes no other.
            if (item.price > 0) expect(part.subtotal % (item.subtotal / item.price)).toBe(0)
            expect(part.price * parts[at]!.pieces * (item.subtotal / (item.price || 1))).toBeGreaterThanOrEqual(
              part.subtotal,
            )
          })
        })
      }),
      { numRuns: 500 },
    )
  })

  test('the parts add up to the total, and so do the totals per rate', () => {
    fc.assert(
      fc.property(order, (given) => {
        const { amounts, items } = priceOrder(given)
        const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
        expect(sum(items.map((item) => item.subtotal))).toBe(amounts.subtotal)
        expect(sum(items.map((item) => item.discount_amount))).toBe(amounts.discount_amount)
        expect(
          amounts.subtotal -
            amounts.discount_amount +
            amounts.delivery_fee +
            amounts.cool_fee +
            amounts.gift_fee +
            amounts.payment_fee +
            amounts.adjustment_amount,
        ).toBe(amounts.payment_total)
        expect(sum(amounts.tax_lines.map((item) => item.total))).toBe(amounts.payment_total)
        expect(sum(amounts.tax_lines.map((item) => item.tax))).toBe(amounts.tax_total)
        expect(new Set(amounts.tax_lines.map((item) => item.tax_rate)).size).toBe(amounts.tax_lines.length)
      }),
    )
  })

  test('all amounts are whole yen; a non-negative total has no negative tax', () => {
    fc.assert(
      fc.property(order, (given) => {
        const { amounts } = priceOrder(given)
        for (const value of Object.values(amounts).flat())
          if (typeof value === 'number') expect(value).toSatisfy(Number.isInteger)
        if (amounts.payment_total < 0) return
        for (const { tax_rate, total, tax } of amounts.tax_lines) {
          expect(total).toBeGreaterThanOrEqual(0)
          expect(tax).toBe(Math.floor((total * tax_rate) / (100 + tax_rate)))
        }
      }),
    )
  })

  // Fewer points than the least of a purchase are none: the goods may be too few for them once a discount is off.
  const withAnyPoints = (given: PriceInput): PriceInput => ({
    ...given,
    points: given.points && { ...given.points, least: 1 },
  })
  const totalOf = (given: PriceInput) => priceOrder(given).amounts.payment_total

  test('no discount raises the total: rank, points, a waived fee, a promotion beside others', () => {
    const promotion = arbitraryPromotions.map(([one]) => one).filter((one) => one !== undefined)
    fc.assert(
      fc.property(
        order,
        arbitraryPromotions,
        promotion,
        fc.integer({ min: 0, max: 100 }),
        (any, others, more, rate) => {
          const beside = others.map((one) => ({ ...one, stack_group: null, promotion_id: one.promotion_id + 1 }))
          // A price of its own before others leaves them other goods to share, and the most of an item may cut it.
          const rounding = any.items.length * (beside.length + 1)
          const shown = withAnyPoints({ ...any, promotions: beside, most_promotion_rate: 100 })
          const whole = totalOf({ ...shown, payment_fees: null, adjustment_amount: 0 })
          const falling = [
            { from_amount: 0, fee: 2000 },
            { from_amount: Math.max(1, whole), fee: 0 },
          ]
          for (const payment_fees of [shown.payment_fees, falling]) {
            const given = { ...shown, payment_fees }
            const total = totalOf(given)
            if (given.points) expect(total).toBeLessThanOrEqual(totalOf({ ...given, points: null }))
            const better = Math.max(rate, given.rank_discount_rate)
            expect(totalOf({ ...given, rank_discount_rate: better })).toBeLessThanOrEqual(total + rounding)
            for (const promotion_id of [1, 99]) {
              const added = { ...more, promotion_id, stack_group: null }
              expect(totalOf({ ...given, promotions: [...beside, added] })).toBeLessThanOrEqual(total + rounding)
            }
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a contract never pays more than was agreed, nor more than anybody today', () => {
    fc.assert(
      fc.property(order, order, arbitraryPromotions, (today, then, promotions) => {
        const agreed = {
          ...then,
          payment_fees: then.payment_fees ?? [],
          delivery_fee: then.delivery.flat_rate_delivery_fee,
          cool_fee: then.delivery.cool_fee,
        }
        const { items, cycle, chosen_fees, adjustment_amount, points } = today
        const given = { ...today, promotions }
        const kept = { ...then, promotions, items, cycle, chosen_fees, adjustment_amount, points }
        const total = totalOf({ ...given, agreed })
        expect(total).toBeLessThanOrEqual(totalOf(kept))
        expect(total).toBeLessThanOrEqual(totalOf(given))
      }),
    )
  })

  test('a lower threshold, and one that no promotion can lose, never raise the total', () => {
    fc.assert(
      fc.property(order, (given) => {
        expect(totalOf({ ...given, payment_fees: null, delivery_free_amount: 0 })).toBeLessThanOrEqual(
          totalOf({ ...given, payment_fees: null }),
        )
      }),
    )
  })

  describe('a fee that falls with the total', () => {
    const falling = [
      { from_amount: 0, fee: 330 },
      { from_amount: 10_000, fee: 0 },
    ]
    const ten: PricedSku = { ...oil, price: 10_000 }
    const cases: [string, Partial<PriceInput>][] = [
      ['a coupon', { promotions: [{ ...anyTerms, effect: { kind: 'yen', yen: 200 } }] }],
      ['points', { points: { asked: 200, balance: 200, least: 100, most_rate: 100 } }],
      ['a rank', { rank_discount_rate: 1 }],
      [
        'free delivery',
        {
          items: [{ ...oil, price: 9500 }],
          delivery_free_amount: null,
          promotions: [{ ...anyTerms, effect: { kind: 'free_delivery' } }],
        },
      ],
    ]
    test.each(cases)('is not asked again because of %s', (_, more) => {
      expect(priceOrder(input({ items: [ten], payment_fees: falling, ...more })).amounts.payment_fee).toBe(0)
    })

    test('is waived by a promotion that says so, where others lower the goods', () => {
      const rising = [
        { from_amount: 0, fee: 330 },
        { from_amount: 5000, fee: 440 },
      ]
      const off = { ...anyTerms, effect: { kind: 'yen' as const, yen: 6000 } }
      const free = { ...anyTerms, promotion_id: 2, effect: { kind: 'free_payment_fee' as const } }
      const priced = priceOrder(input({ items: [ten], payment_fees: rising, promotions: [off, free] }))
      expect(priced.promotions.map(({ discount_amount }) => discount_amount)).toEqual([6000, 330])
    })
  })

  test('the order of items changes no amount', () => {
    fc.assert(
      fc.property(order, (given) => {
        expect(priceOrder({ ...given, items: [...given.items].reverse() }).amounts).toEqual(priceOrder(given).amounts)
      }),
    )
  })
})
