import { sumOrderAmounts } from '@kushi/values/order-amounts'
import type { PromotionTerms } from '@kushi/values/promotion'
import { giftOfPromotion, splitPromotionEffect } from '@kushi/values/promotion/kinds'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arbitraryGift,
  arbitraryPromotions,
  arbitraryQuantityPrices,
  arbitrarySetParts,
} from '../../../testing/promotions.ts'
import { amountUntilFreeDelivery, priceLaterDeliveries, priceOrder } from '../../price/rules/price-order.ts'
import type { PricedSku, PriceInput } from '../../price/rules/price-state.ts'

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
const tea: PricedSku = { ...oil, product_id: 2, price: 1080, tax_rate: 8 }
const subscribed: PricedSku = { ...oil, subscription: 1 }
const terms = (more: Partial<PromotionTerms>): PromotionTerms => ({
  promotion_id: 1,
  promotion_name: '秋の特典',
  effect: { kind: 'percent', percent: 10 },
  product_ids: [],
  cart_type: null,
  min_amount: 0,
  from_cycle: 1,
  to_cycle: 1,
  stack_group: null,
  ...more,
})
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
const discountsOf = (more: Partial<PriceInput>) => priceOrder(input(more)).items.map((item) => item.discount_amount)
const outcomes = (more: Partial<PriceInput>) => priceOrder(input(more)).promotions.map(({ outcome }) => outcome)

describe('each kind of effect', () => {
  test.each<[string, Partial<PriceInput>, number[]]>([
    ['percent of what is there, rounded down once', { items: [oil, tea], promotions: [terms({})] }, [242, 108]],
    [
      'yen, by largest remainder',
      { items: [oil, tea], promotions: [terms({ effect: { kind: 'yen', yen: 1000 } })] },
      [691, 309],
    ],
    ['never more than there is', { promotions: [terms({ effect: { kind: 'yen', yen: 9999 } })] }, [2420]],
    [
      'a price of its own, each piece',
      { items: [{ ...oil, quantity: 2 }], promotions: [terms({ effect: { kind: 'fixed_price', price: 980 } })] },
      [2880],
    ],
    [
      'a price of its own is that price, also with a rank',
      { rank_discount_rate: 5, promotions: [terms({ effect: { kind: 'fixed_price', price: 980 } })] },
      [1440],
    ],
    ['and raises nothing', { promotions: [terms({ effect: { kind: 'fixed_price', price: 9800 } })] }, [0]],
    [
      'any three for 3,000 yen, the dearest first; the fourth costs its price',
      {
        items: [
          { ...oil, quantity: 2 },
          { ...tea, quantity: 2 },
        ],
        promotions: [terms({ effect: { kind: 'set_price', pieces: 3, price: 3000 } })],
      },
      [2387, 533],
    ],
    [
      'a set that would cost more than its pieces is none',
      {
        items: [{ ...tea, quantity: 3 }],
        promotions: [terms({ effect: { kind: 'set_price', pieces: 3, price: 3300 } })],
      },
      [0],
    ],
    ['only its goods', { items: [oil, tea], promotions: [terms({ product_ids: [2] })] }, [0, 108]],
    ['only subscriptions', { items: [oil, subscribed], promotions: [terms({ cart_type: 1 })] }, [0, 193]],
    ['after the rank, from what is left', { rank_discount_rate: 10, promotions: [terms({})] }, [459]],
  ])('%s', (_, more, expected) => {
    expect(discountsOf(more)).toEqual(expected)
  })

  test('free delivery and the payment fee', () => {
    const fees = [{ from_amount: 0, fee: 330 }]
    const { amounts, promotions } = priceOrder(
      input({
        payment_fees: fees,
        promotions: [
          terms({ effect: { kind: 'free_delivery' } }),
          terms({ promotion_id: 2, effect: { kind: 'free_payment_fee' } }),
        ],
      }),
    )
    expect(amounts).toMatchObject({ delivery_fee: 0, payment_fee: 0, discount_amount: 0, payment_total: 2420 })
    expect(promotions.map(({ discount_amount }) => discount_amount)).toEqual([660, 330])
  })
})

test('what is missing up to the minimum is judged at selling prices, before any discount', () => {
  const promotions = [terms({ min_amount: 3000, effect: { kind: 'yen', yen: 500 } })]
  expect(priceOrder(input({ promotions })).promotions).toMatchObject([{ outcome: 'missing', missing_amount: 580 }])
  const items = [{ ...oil, quantity: 2 }]
  expect(outcomes({ items, promotions, rank_discount_rate: 50 })).toEqual(['applied'])
})

test('of one group the best counts, and the other says so; a promotion without a group counts beside it', () => {
  const promotions = [
    terms({ promotion_id: 1, stack_group: 'a' }),
    terms({ promotion_id: 2, stack_group: 'a', effect: { kind: 'yen', yen: 500 } }),
    terms({ promotion_id: 3, effect: { kind: 'yen', yen: 100 } }),
  ]
  const { items, promotions: results } = priceOrder(input({ promotions }))
  expect(items[0]!.promotions.map(({ promotion_id, discount_amount }) => [promotion_id, discount_amount])).toEqual([
    [2, 500],
    [3, 100],
  ])
  expect(new Map(results.map(({ terms: { promotion_id }, outcome }) => [promotion_id, outcome]))).toEqual(
    new Map([
      [1, 'outdone'],
      [2, 'applied'],
      [3, 'applied'],
    ]),
  )
})

test('free delivery is judged before promotions: none makes an order dearer', () => {
  const items = [{ ...oil, price: 6600 }]
  const plain = priceOrder(input({ items })).amounts.payment_total
  const { amounts } = priceOrder(input({ items, promotions: [terms({ effect: { kind: 'yen', yen: 100 } })] }))
  expect([plain, amounts.payment_total, amounts.delivery_fee]).toEqual([6600, 6500, 0])
})

test('the deliveries of a contract: a phase for each price, the last without an end', () => {
  const promotions = [terms({ to_cycle: 3, effect: { kind: 'yen', yen: 500 } })]
  const phases = priceLaterDeliveries(input({ items: [subscribed], promotions }))
  expect(
    phases.map(({ from_cycle, to_cycle, priced }) => [from_cycle, to_cycle, priced.amounts.payment_total]),
  ).toEqual([
    [2, 3, 2338],
    [4, null, 2838],
  ])
  expect(
    priceLaterDeliveries(input({ items: [subscribed] })).map(({ from_cycle, to_cycle }) => [from_cycle, to_cycle]),
  ).toEqual([[2, null]])
})

const yen = (max: number) => fc.integer({ min: 0, max })
const sku: fc.Arbitrary<PricedSku> = fc.record({
  product_id: fc.integer({ min: 1, max: 4 }),
  price: yen(20_000),
  subscription_first_price: fc.option(yen(20_000)),
  subscription_price: fc.option(yen(20_000)),
  quantity_prices: arbitraryQuantityPrices,
  tax_rate: fc.constantFrom(8 as const, 10 as const),
  parts: arbitrarySetParts,
  quantity: fc.integer({ min: 1, max: 20 }),
  subscription: fc.constantFrom(0, 1),
  is_product_sku_valid: fc.boolean(),
  lump_sum_payment_flag: fc.boolean(),
  lump_sum_payment_num: fc.constant(12),
})
const order: fc.Arbitrary<PriceInput> = fc.record({
  items: fc.array(sku, { maxLength: 8 }),
  cycle: fc.integer({ min: 1, max: 7 }),
  rank_discount_rate: fc.integer({ min: 0, max: 100 }),
  promotions: arbitraryPromotions,
  gifts: fc.array(arbitraryGift, { maxLength: 2 }),
  delivery: fc.record({ flat_rate_delivery_fee: yen(3000), cool_fee: yen(1000) }),
  gift_fee: yen(2000),
  delivery_free_amount: fc.option(yen(50_000)),
  delivery_free_after_promotions: fc.boolean(),
  delivery_free_includes_cool: fc.boolean(),
  most_promotion_rate: fc.integer({ min: 1, max: 100 }),
  payment_fees: fc.option(fc.array(fc.record({ from_amount: yen(100_000), fee: yen(2000) }), { maxLength: 3 })),
  adjustment_amount: fc.constant(0),
  points: fc.option(
    fc.record({
      asked: yen(30_000),
      balance: yen(30_000),
      least: fc.constantFrom(1, 100),
      most_rate: fc.constantFrom(50, 100),
    }),
  ),
})
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)

describe('settings of the shop', () => {
  const twice = { items: [oil, { ...oil, quantity: 2 }], delivery_free_amount: 7000 }
  const off = terms({ effect: { kind: 'yen', yen: 500 } })
  const free = terms({ promotion_id: 2, effect: { kind: 'free_delivery' } })
  const feeOf = (more: Partial<PriceInput>) => priceOrder(input({ ...twice, ...more })).amounts.delivery_fee

  test('delivery is free by the goods before promotions, or after them', () => {
    expect(feeOf({ promotions: [off] })).toBe(0)
    expect(feeOf({ promotions: [off], delivery_free_after_promotions: true })).toBe(7000 - (7260 - 500))
    const much = { ...off, effect: { kind: 'yen' as const, yen: 3000 } }
    expect(feeOf({ promotions: [much], delivery_free_after_promotions: true })).toBe(660)
    // Then a promotion that waives the fee has something to waive.
    const more = { promotions: [off, free], delivery_free_after_promotions: true }
    expect(feeOf(more)).toBe(0)
    expect(outcomes({ ...twice, ...more })).toEqual(['applied', 'applied'])
    expect(outcomes({ ...twice, ...more, delivery_free_after_promotions: false })).toEqual(['applied', 'no_gain'])
  })

  test('what is missing for free delivery follows', () => {
    const one = input({ promotions: [off] })
    expect(amountUntilFreeDelivery(priceOrder(one))).toBe(6600 - 2420)
    const after = { ...one, delivery_free_after_promotions: true }
    expect(amountUntilFreeDelivery(priceOrder(after))).toBe(6600 - 1920)
  })

  test.each<[string, Partial<PriceInput>, number[]]>([
    ['percent', { promotions: [terms({ effect: { kind: 'percent', percent: 80 } })] }, [1210]],
    [
      'two together',
      { promotions: [terms({}), terms({ promotion_id: 2, effect: { kind: 'percent', percent: 60 } })] },
      [1210],
    ],
    [
      'yen go where there is room',
      { items: [oil, tea], promotions: [terms({ effect: { kind: 'yen', yen: 5000 } })] },
      [1210, 540],
    ],
    ['not on top of a rank that leaves no room', { rank_discount_rate: 50, promotions: [terms({})] }, [1210]],
  ])('at most half of an item: %s', (_, more, expected) => {
    expect(discountsOf({ ...more, most_promotion_rate: 50 })).toEqual(expected)
  })
})

/** A fifth of the oil. */
const fifth = { product_sku_id: 9, price: 484, stock: 1, fits: true }

describe('a gift', () => {
  const comb = { product_sku_id: 9, price: 330, stock: 1, fits: true }
  const gift = terms({ effect: { kind: 'gift', product_sku_id: 9, pieces: 1 } })
  test.each<[string, Partial<PriceInput>, string[]]>([
    ['is there', { promotions: [gift], gifts: [comb] }, ['applied']],
    ['is gone', { promotions: [gift], gifts: [{ ...comb, stock: 0 }] }, ['sold_out']],
    ['does not fit the parcel', { promotions: [gift], gifts: [{ ...comb, fits: false }] }, ['no_room']],
    ['of too little', { promotions: [{ ...gift, min_amount: 3000 }], gifts: [comb] }, ['missing']],
    [
      'once, of two that would give the last one',
      { promotions: [gift, { ...gift, promotion_id: 2 }], gifts: [comb] },
      ['applied', 'sold_out'],
    ],
    [
      'is compared by its price',
      {
        promotions: [
          terms({ promotion_id: 2, stack_group: 'a', effect: { kind: 'yen', yen: 300 } }),
          { ...gift, stack_group: 'a' },
        ],
        gifts: [comb],
      },
      ['outdone', 'applied'],
    ],
  ])('%s', (_, more, expected) => {
    expect(outcomes(more)).toEqual(expected)
    expect(priceOrder(input(more)).amounts.payment_total).toBe(3080)
  })
})

test.each<[string, Partial<PriceInput>, string[], number]>([
  ['all is paid', {}, ['applied'], 1],
  ['another promotion takes too much off', { promotions: [terms({ promotion_id: 2 })] }, ['applied', 'over_fifth'], 0],
  ['the rank does', { rank_discount_rate: 1 }, ['over_fifth'], 0],
  ['points do', { points: { asked: 1, balance: 1, least: 1, most_rate: 100 } }, ['over_fifth'], 0],
  ['of goods that it is not for nothing counts', { items: [oil, { ...tea, quantity: 9 }] }, ['over_fifth'], 0],
  ['¥200 is always allowed', { gifts: [{ ...fifth, price: 200 }], items: [{ ...oil, price: 300 }] }, ['applied'], 1],
])('a gift is worth a fifth of what is paid: %s', (_, { promotions = [], ...more }, expected, given) => {
  const gift = terms({ effect: { kind: 'gift', product_sku_id: 9, pieces: 1 }, product_ids: [1] })
  const isOthers = more.items?.length === 2
  const goods = { gifts: [isOthers ? { ...fifth, price: 485 } : fifth], ...more, promotions: [...promotions, gift] }
  const { promotions: results, gifts, amounts } = priceOrder(input(goods))
  expect(results.map(({ outcome }) => outcome)).toEqual(expected)
  expect(gifts).toHaveLength(given)
  expect(amounts.payment_total).toBe(priceOrder(input({ ...goods, promotions })).amounts.payment_total)
  // What a running contract was promised is given.
  const agreed = {
    delivery_fee: 660,
    cool_fee: 0,
    delivery_free_amount: 6600,
    delivery_free_after_promotions: false,
    delivery_free_includes_cool: false,
    payment_fees: [],
    most_promotion_rate: 100,
    rank_discount_rate: 0,
  }
  expect(priceOrder(input({ ...goods, agreed })).gifts).toHaveLength(1)
})

describe('for any stack of promotions, rates, ranks and cycles', () => {
  test('woocommerce #47719, dust-commerce #15: the parts add up to the whole, no item goes below 0, tax is the sum', () => {
    fc.assert(
      fc.property(order, (given) => {
        const { items, amounts, promotions } = priceOrder(given)
        for (const item of items) {
          const own = sum(item.promotions.map(({ discount_amount }) => discount_amount))
          expect(item.discount_amount).toBeGreaterThanOrEqual(own)
          expect(item.discount_amount).toBeLessThanOrEqual(item.subtotal)
          for (const { discount_amount } of item.promotions) expect(discount_amount).toBeGreaterThan(0)
        }
        expect(sum(items.map((item) => item.discount_amount))).toBe(amounts.discount_amount)
        for (const { terms: one, outcome, discount_amount } of promotions) {
          const given = items.flatMap((item) => item.promotions.filter((own) => own.promotion_id === one.promotion_id))
          const onGoods = sum(given.map((own) => own.discount_amount))
          const isFee = splitPromotionEffect(one.effect).kind.gives.waives !== undefined
          expect(onGoods).toBe(outcome === 'applied' && !isFee ? discount_amount : 0)
          if (outcome !== 'applied') expect(discount_amount).toBe(0)
        }
        const { payment_total, tax_lines, tax_total } = amounts
        expect(sumOrderAmounts(amounts)).toBe(payment_total)
        expect(payment_total).toBeGreaterThanOrEqual(0)
        expect(sum(tax_lines.map(({ total }) => total))).toBe(payment_total)
        expect(sum(tax_lines.map(({ tax }) => tax))).toBe(tax_total)
      }),
      { numRuns: 500 },
    )
  })

  test('promotions never make a delivery dearer, apart from a fee table', () => {
    fc.assert(
      fc.property(order, (given) => {
        const plain = { ...given, payment_fees: null, delivery_free_after_promotions: false }
        // Points that are not used stay with the member: a promotion may leave less than the shop lets them pay.
        const total = (promotions: PriceInput['promotions']) => {
          const { amounts, items } = priceOrder({ ...plain, promotions })
          return amounts.payment_total + sum(items.map(({ point_discount }) => point_discount))
        }
        expect(total(given.promotions)).toBeLessThanOrEqual(total([]))
      }),
      { numRuns: 300 },
    )
  })

  test('promotions together take no more off an item than the shop allows', () => {
    fc.assert(
      fc.property(order, (given) => {
        for (const { subtotal, promotions } of priceOrder(given).items)
          expect(sum(promotions.map(({ discount_amount }) => discount_amount))).toBeLessThanOrEqual(
            Math.floor((subtotal * given.most_promotion_rate) / 100),
          )
      }),
      { numRuns: 300 },
    )
  })

  test('gifts cost nothing, and no more are given than there are', () => {
    fc.assert(
      fc.property(order, (given) => {
        const { gifts, amounts } = priceOrder(given)
        const isGift = (one: PromotionTerms) => giftOfPromotion(one) !== undefined
        for (const { product_sku_id } of gifts) {
          const all = sum(gifts.filter((one) => one.product_sku_id === product_sku_id).map(({ quantity }) => quantity))
          // Of two entries the later one counts, as in the input.
          const there = given.gifts.findLast((one) => one.product_sku_id === product_sku_id)!
          expect(there.fits).toBe(true)
          expect(all).toBeLessThanOrEqual(there.stock)
        }
        const grouped = given.promotions.some((one) => isGift(one) && one.stack_group !== null)
        const without = given.promotions.filter((one) => !isGift(one))
        if (!grouped) expect(priceOrder({ ...given, promotions: without }).amounts).toEqual(amounts)
      }),
      { numRuns: 500 },
    )
  })

  test('of a group at most one applies, and none outside its deliveries', () => {
    fc.assert(
      fc.property(order, (given) => {
        const applied = priceOrder(given).promotions.filter(({ outcome }) => outcome === 'applied')
        for (const group of ['a', 'b'])
          expect(applied.filter(({ terms: one }) => one.stack_group === group).length).toBeLessThanOrEqual(1)
        for (const { terms: one } of applied) {
          expect(one.from_cycle).toBeLessThanOrEqual(given.cycle)
          expect(one.to_cycle ?? given.cycle).toBeGreaterThanOrEqual(given.cycle)
        }
      }),
    )
  })

  test('each later delivery costs what its phase says', () => {
    fc.assert(
      fc.property(order, fc.integer({ min: 1, max: 9 }), (given, more) => {
        const cycle = given.cycle + more
        const phase = priceLaterDeliveries(given).find(({ to_cycle }) => to_cycle === null || to_cycle >= cycle)!
        expect(phase.priced.amounts).toEqual(priceOrder({ ...given, cycle }).amounts)
      }),
    )
  })
})
