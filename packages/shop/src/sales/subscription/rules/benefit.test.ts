import type { QuotedGift } from '@kushi/contract/quote'
import type { PromotionTerms } from '@kushi/values/promotion'
import { describe, expect, test } from 'vitest'
import {
  hasActivePromotion,
  isAnyDeliveryDearer,
  promotionEffectText,
  promotionTermsFromCycle,
  withContractPromotion,
} from './benefit.ts'

const terms: PromotionTerms = {
  promotion_id: 7,
  promotion_name: '続けて割',
  effect: { kind: 'yen', yen: 300 },
  product_ids: [],
  cart_type: 1,
  min_amount: 0,
  from_cycle: 1,
  to_cycle: 3,
  stack_group: null,
}

test.each([
  [3, 5, 5, 7],
  [1, 2, 2, 2],
  [null, 4, 4, null],
])('a promotion of %s deliveries, taken before the %sth, holds from %s to %s', (to_cycle, cycle, from, to) =>
  expect(promotionTermsFromCycle({ ...terms, to_cycle }, cycle)).toMatchObject({ from_cycle: from, to_cycle: to }),
)

test.each([
  [7, 5, true],
  [7, 7, true],
  [7, 8, false],
  [8, 5, false],
])('promotion %s before the %sth delivery: %s', (promotion_id, cycle, has) =>
  expect(hasActivePromotion([promotionTermsFromCycle(terms, 5)], promotion_id, cycle)).toBe(has),
)

test('a promotion without an end is had for good; one that is over is replaced', () => {
  expect(hasActivePromotion([{ ...terms, to_cycle: null }], 7, 90)).toBe(true)
  const other = { ...terms, promotion_id: 3 }
  expect(withContractPromotion([terms, { ...terms, promotion_id: 9 }], other).map((one) => one.promotion_id)).toEqual([
    3, 7, 9,
  ])
  expect(withContractPromotion([terms], promotionTermsFromCycle(terms, 8))).toEqual([promotionTermsFromCycle(terms, 8)])
})

const deliveries = (payment_total: number, ...later: [number, number | null, number][]) => ({
  payment_total,
  later: later.map(([from_cycle, to_cycle, total]) => ({ from_cycle, to_cycle, payment_total: total })),
})
test.each([
  ['each cheaper', deliveries(3000, [3, null, 3000]), deliveries(2700, [3, 4, 2700], [5, null, 3000]), false],
  ['the same', deliveries(3000, [3, null, 3000]), deliveries(3000, [3, null, 3000]), false],
  ['the next dearer', deliveries(3000, [3, null, 3000]), deliveries(3100, [3, null, 2000]), true],
  ['a later one dearer', deliveries(3000, [3, null, 3000]), deliveries(2700, [3, 3, 2700], [4, null, 3001]), true],
  [
    'dearer where it was cheap',
    deliveries(3000, [3, 4, 2000], [5, null, 3000]),
    deliveries(2700, [3, null, 2700]),
    true,
  ],
  ['no later one', deliveries(0), deliveries(0), false],
])('%s', (_, before, after, dearer) => expect(isAnyDeliveryDearer(before, after)).toBe(dearer))

describe('what is charged, until which delivery, and what comes then', () => {
  type Words = Parameters<typeof promotionEffectText>[0]
  const words: Words = {
    terms: promotionTermsFromCycle(terms, 4),
    next_delivery_date: '2026-12-05',
    before: 3300,
    after: 3000,
    gifts: [],
    afterwards: 3300,
  }
  const rest = '商品・お届け日・お支払い方法は変わりません。'
  const gift = { gift_promotion_id: 7, product_name: 'つげ櫛', quantity: 2 } as QuotedGift
  const next = '次回12月5日(土)'
  test.each<[string, Partial<Words>, string]>([
    [
      'of three',
      {},
      `のお支払いは、¥3,300から¥3,000になります。次回から3回(6回目のお届けまで)に適用します。その次からは、1回¥3,300です。`,
    ],
    [
      'of one',
      { terms: promotionTermsFromCycle({ ...terms, to_cycle: 1 }, 4) },
      `のお支払いは、¥3,300から¥3,000になります。次回(4回目)だけに適用します。その次からは、1回¥3,300です。`,
    ],
    [
      'without an end',
      { terms: promotionTermsFromCycle({ ...terms, to_cycle: null }, 4), afterwards: null },
      `のお支払いは、¥3,300から¥3,000になります。続くかぎり、毎回適用します。`,
    ],
    [
      'of a gift',
      { after: 3300, gifts: [gift] },
      `から「つげ櫛」を2点お付けします(在庫があるかぎり)。お支払いは¥3,300のままです。次回から3回(6回目のお届けまで)に適用します。その次からは、1回¥3,300です。`,
    ],
  ])('%s', (_, more, said) =>
    expect(promotionEffectText({ ...words, ...more })).toBe(`「続けて割」 ${next}${said}${rest}`),
  )
})
