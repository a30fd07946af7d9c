import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parcelDeliveryTerms, testShopFacts } from '../../../testing/facts.ts'
import { findPromiseDisagreements } from './disagreements.ts'
import type { ShopFacts } from './facts.ts'
import { promiseTexts } from './render.ts'

const uniform = {
  price: {
    delivery_free_after_promotions: false,
    delivery_free_includes_cool: false,
    delivery_free_amount: 6600,
    deliveries: [{ ...parcelDeliveryTerms, island_surcharge: 0, prefecture_fees: {} }],
  },
}

const ofLater = (provider_name: string): Partial<ShopFacts> => ({
  payments: [
    {
      payment_method_id: 3,
      payment_name: '後払い',
      provider_name,
      max_amount: 50_000,
      cumulative_limit: null,
      pay_within_days: null,
      for_subscriptions: null,
      fees: [],
    },
  ],
})

test.each<[said: string, facts: Partial<ShopFacts>, isTrue: boolean]>([
  ['送料は全国一律660円です', {}, false],
  ['送料は全国一律660円です', uniform, true],
  ['沖縄や離島も、送料は全国同じです', {}, false],
  ['宅配便は660円、北海道は990円です', {}, true],
  ['送料は600円です', {}, false],
  ['6,600円以上で送料無料', {}, true],
  ['5,000円以上で送料無料', {}, false],
  ['5,000円以上で送料無料', { price: { ...uniform.price, delivery_free_amount: null } }, false],
  ['年払いの商品は、代金引換で全回分をお支払いください', {}, false],
  ['年払いの商品は、代金引換で全回分をお支払いください', { yearly: [] }, true],
  ['年払いの商品に、代金引換はご利用いただけません', {}, true],
  ['後払いの提供先は株式会社もとです', ofLater('株式会社いま'), false],
  ['後払いの提供先はもと株式会社です', ofLater('株式会社いま'), false],
  ['後払いの提供先は株式会社いまです', ofLater('株式会社いま'), true],
  ['代引手数料は330円です', {}, true],
  ['代引手数料は300円です', {}, false],
  ['お届けの10日前まで、変更できます', {}, true],
  ['お届けの7日前まで、お休みできます', {}, false],
  ['いつでも解約できます', {}, false],
  ['解約はいつでもできます', {}, false],
  ['いつでも連携できます', {}, true],
  ['届いてから14日以内に返品を承ります', {}, true],
  ['届いてから8日以内に返品を承ります', {}, false],
  ['届いてから8日以内に返品を承ります', { return_days: null }, false],
  ['不良品は、8日以内にご連絡ください', {}, true],
  ['不良品は、14日以内にご連絡ください', {}, false],
  ['返品の送料は当店が負担します', {}, false],
  ['返品の送料はお客さまのご負担です', {}, true],
  ['途中で解約されても、返金はございません', {}, false],
  ['途中で解約されても、返金はございません', { yearly: [] }, true],
  ['請求書の発行から14日以内にお支払いください', {}, true],
  ['請求書の発行から30日以内にお支払いください', {}, false],
  ['最短で、ご注文の3日後にお届けします', {}, false],
  ['お電話(03-1234-5678)で承ります', {}, false],
  ['お電話(0120-000-000)で承ります', {}, true],
  ['退会は、マイページで承ります', {}, false],
  ['退会は、マイページで承ります', { withdrawal_by: 'mypage' }, true],
  ['椿の花が咲きました', {}, true],
])('%s', (said, facts, isTrue) => {
  const found = findPromiseDisagreements(`<p>${said}。</p>`, testShopFacts(facts))
  expect(found.map((one) => one.said)).toEqual(isTrue ? [] : [said.normalize('NFKC')])
  for (const { fact } of found) expect(fact).not.toBe('')
})

const yen = fc.integer({ min: 1, max: 9_999 })
const randomFacts = fc
  .record({
    flat: yen,
    island_surcharge: yen,
    prefecture_fees: fc.dictionary(fc.integer({ min: 1, max: 47 }).map(String), yen),
    free: fc.option(yen),
    cash: yen,
    arranged_before_days: fc.integer({ min: 5, max: 14 }),
    return_days: fc.option(fc.integer({ min: 1, max: 60 })),
    defect_days: fc.integer({ min: 1, max: 60 }),
    return_fee_by: fc.constantFrom('customer' as const, 'shop' as const),
    withdrawal_by: fc.constantFrom('phone' as const, 'mypage' as const),
    lump_sum_rule: fc.constantFrom('refunded' as const, 'delivered' as const, 'fee' as const),
  })
  .map(({ flat, island_surcharge, prefecture_fees, free, cash, lump_sum_rule, ...more }) => {
    const base = testShopFacts()
    return testShopFacts({
      ...more,
      price: {
        delivery_free_amount: free,
        delivery_free_after_promotions: false,
        delivery_free_includes_cool: false,
        deliveries: [{ ...parcelDeliveryTerms, flat_rate_delivery_fee: flat, island_surcharge, prefecture_fees }],
      },
      payments: base.payments.map((one) =>
        one.payment_method_id === null ? { ...one, fees: [{ from_amount: 0, fee: cash }] } : one,
      ),
      yearly: base.yearly.map((one) => ({
        ...one,
        lump_sum_rule,
        lump_sum_fee_rate: lump_sum_rule === 'fee' ? 10 : 0,
      })),
    })
  })

test('property: what the blocks say agrees with the settings, for any settings', () => {
  fc.assert(
    fc.property(randomFacts, (facts) => {
      for (const [name, text] of Object.entries(promiseTexts(facts)))
        expect(findPromiseDisagreements(text, facts), name).toEqual([])
    }),
  )
})

test('property: a typed fee that nobody is charged is found', () => {
  fc.assert(
    fc.property(randomFacts, (facts) => {
      expect(findPromiseDisagreements('送料は99,999円です。', facts)).toHaveLength(1)
    }),
  )
})
