import { prefectures } from '@kushi/values/prefecture'
import {
  isShopPlaceholder,
  type LumpSumCancellation,
  shopPlaceholderNames,
  unknownPlaceholderNames,
} from '@kushi/values/promise'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parcelDeliveryTerms as parcel, testShopFacts as shop } from '../../../testing/facts.ts'
import { promiseBlocks } from './blocks.ts'
import { bestYearlyTerms, deliveryFeeTo, type ShopFacts } from './facts.ts'
import { fillPromisesInHtml, fillPromisesInText, promiseTexts } from './render.ts'
import { orderTermRows, runningContractTermRows } from './terms.ts'

const said = (name: keyof typeof promiseBlocks, facts: ShopFacts) => promiseTexts(facts)[name]

describe('what a block says', () => {
  test.each([
    [
      '送料',
      shop(),
      '宅配便は660円(税込)、北海道は990円、沖縄県は1,320円。離島は、それぞれの額に550円を加えた額です。',
    ],
    [
      '送料',
      shop({
        price: {
          delivery_free_amount: null,
          delivery_free_after_promotions: false,
          delivery_free_includes_cool: false,
          deliveries: [{ ...parcel, island_surcharge: 0, prefecture_fees: {} }],
        },
      }),
      '宅配便は全国一律660円(税込)です。',
    ],
    ['送料無料の条件', shop({ price: { ...shop().price, delivery_free_amount: null, deliveries: [parcel] } }), ''],
    [
      '返品の条件',
      shop(),
      'お客さまのご都合による返品は、未開封に限り、商品が届いてから14日以内に承ります。返品の送料は、お客さまのご負担です。',
    ],
    ['返品の条件', shop({ return_days: null }), 'お客さまのご都合による返品は、お受けしていません。'],
    ['返品の送料', shop({ return_fee_by: 'shop' }), '返品の送料は、当店が負担します。'],
    ['お電話', shop({ phone_hours: '' }), 'お電話(0120-000-000)'],
    [
      'お支払いの手数料',
      shop(),
      '代金引換は、お支払い額が10,000円未満で330円、それ以上で440円(いずれも税込)。そのほかのお支払い方法は0円です。',
    ],
    ['商品ごとの返品', shop(), '・椿の葉茶 食品のため、返品はお受けしていません。'],
    [
      '退会の方法',
      shop({ withdrawal_by: 'mypage', has_subscriptions: false }),
      'マイページかお電話(0120-000-000、平日10時〜17時)で承ります。',
    ],
  ] as const)('%s', (name, facts, text) => {
    expect(said(name, facts)).toBe(text)
  })

  test('the way to pay for a year at once, the provider of 後払い and free delivery after promotions are as they are', () => {
    const later = {
      ...shop().payments[1]!,
      payment_method_id: 3,
      payment_name: '後払い',
      provider_name: '株式会社あと',
    }
    const facts = shop({ payments: [...shop().payments, later] })
    expect(promiseTexts(facts).お支払い方法).toMatch(/代金引換.*年払いの商品にはご利用いただけません/)
    expect(promiseTexts(facts).お支払い方法).toMatch(/後払い .*年払いの商品にはご利用いただけません.*株式会社あと/)
    expect(promiseTexts(facts).お支払い方法).not.toMatch(/クレジットカード.*年払い/)
    expect(promiseTexts(shop({ yearly: [] })).お支払い方法).not.toContain('年払い')
    expect(promiseTexts(facts).後払いの提供先).toBe('後払いは株式会社あと')
    const price = { ...shop().price, delivery_free_after_promotions: true }
    expect(promiseTexts(shop({ price })).送料無料の金額).toBe('特典の割引後の商品代金で6,600円(税込)')
  })

  test('the days of two methods are said of each, unless they are the same', () => {
    const [one] = shop().deliveries
    const letter = { ...one!, id: 2, delivery_name: 'メール便', leads: [{ pref_id: 1, extra_days: 1 }] }
    expect(promiseBlocks.お届けまでの日数(shop({ deliveries: [one!, letter] }))).toMatch(
      /数えません\)。宅配便では、沖縄県はさらに2日、離島はさらに\d日かかります。メール便では、北海道はさらに1日、離島はさらに\d日かかります。$/,
    )
    const same = shop({ deliveries: [one!, { ...letter, leads: one!.leads }] })
    expect(promiseBlocks.お届けまでの日数(same)).toBe(promiseBlocks.お届けまでの日数(shop()))
  })

  test('the day of the charge is the one after the last day for changes', () => {
    for (const arranged_before_days of [5, 10, 14]) {
      const facts = shop({ arranged_before_days })
      expect(said('定期便の変更期限', facts)).toContain(`${arranged_before_days}日前`)
      expect(said('定期便の請求日', facts)).toContain(`${arranged_before_days - 1}日前`)
      expect(said('お支払い方法', facts)).toContain(`${arranged_before_days - 1}日前`)
    }
  })
})

describe('in a text', () => {
  test('a table replaces its paragraph; in a sentence it becomes rows, and a sentence stands where it was put', () => {
    expect(fillPromisesInHtml('<p>{商品ごとの返品}</p>', shop())).toMatch(
      /^<table>.*<td data-head="[^"]*">食品のため.*<\/table>$/,
    )
    expect(fillPromisesInHtml('<p>次のとおりです。{商品ごとの返品}</p>', shop())).toBe(
      '<p>次のとおりです。・椿の葉茶 食品のため、返品はお受けしていません。</p>',
    )
    expect(fillPromisesInHtml('<dd>{送料の表}</dd>', shop())).toMatch(/^<dd><table>/)
    expect(fillPromisesInHtml('<p>{電話番号}へ</p>', shop())).toBe('<p>0120-000-000へ</p>')
    expect(fillPromisesInText('{返品の期限}に', shop())).toBe('商品が届いてから14日以内に')
  })

  test('what the shop typed into a fact is text, not HTML', () => {
    const facts = shop({
      company_name: '<b>椿野</b>',
      return_notes: [{ product_id: 1, product_name: '<i>', return_note: '&' }],
    })
    expect(fillPromisesInHtml('<p>{販売業者}</p><p>{商品ごとの返品}</p>', facts)).not.toMatch(/<[bi]>/)
  })

  test('a name that does not exist stays, and is reported', () => {
    expect(fillPromisesInHtml('<p>{送料表}</p>', shop())).toBe('<p>{送料表}</p>')
    expect(unknownPlaceholderNames('<p>{送料表}と{送料の表}</p>')).toEqual(['送料表'])
    expect(shopPlaceholderNames.every(isShopPlaceholder)).toBe(true)
  })
})

describe('the conditions of an order', () => {
  const tea = { product_id: 15, product_name: '椿の葉茶' }
  const oil = { product_id: 1, product_name: '椿油' }
  const subscription = {
    next_delivery_date: '2027-01-05',
    change_deadline: '2026-12-26',
    arranged_before_days: 10,
    yearly_count: null,
  }
  const of = (label: string, input: Partial<Parameters<typeof orderTermRows>[0]> = {}) =>
    orderTermRows({ facts: shop(), items: [oil], subscription: null, ...input })
      .find((term) => term.label === label)
      ?.lines.join('')

  test('returns are those of the shop and of its goods: no 8日 for tea, 14日 as the shop wrote', () => {
    expect(of('返品・交換')).toContain('14日以内に承ります')
    expect(of('返品・交換', { items: [tea] })).toMatch(/^食品のため、返品はお受けしていません。不良品/)
    expect(of('返品・交換', { items: [tea, oil] })).toMatch(/14日以内.*「椿の葉茶」: 食品のため/)
  })

  test('a product with a planned end has its last day', () => {
    expect(of('お申し込みの期限')).toContain('期限の定めはありません')
    const facts = shop({ ends: [{ product_id: 1, last_day: '2026-12-31' }] })
    expect(of('お申し込みの期限', { facts })).toContain('「椿油」は、2026年12月31日(木)まで')
    expect(of('お申し込みの期限', { facts })).not.toContain('期限の定めはありません')
    expect(of('お申し込みの期限', { facts, items: [oil, tea] })).toContain('期限の定めはありません')
  })

  test('a promotion of the order that ends has its moment, and only the goods have none', () => {
    const promotions = [{ promotion_name: '秋の特典', ends_at: new Date('2026-12-31T23:59:00+09:00') }]
    const said = of('お申し込みの期限', { promotions })
    expect(said).toMatch(
      /商品の販売に、期限の定めはありません。特典「秋の特典」は、2026.*までのお申し込みに適用されます。/,
    )
    expect(said).not.toMatch(/^期限の定めはありません/)
  })

  test('解約 names the day, and that it is accepted after it too; the phone has its hours', () => {
    expect(of('解約', { subscription })).toMatch(/12月26日\(土\)までに.*そのあとも解約を承り/)
    expect(of('解約', { subscription })).toContain('お電話(0120-000-000、平日10時〜17時)')
    expect(of('解約', { subscription })).toContain('解約料はかかりません')
    expect(of('解約')).toBeUndefined()
  })

  test.each([
    ['refunded', 0, /お返しします。解約料はかかりません/],
    ['fee', 15, /15%の解約料/],
    ['delivered', 0, /予定どおりお届けします。残りの代金はお返ししません/],
  ] as const)('a yearly contract says its rule: %s', (lump_sum_rule, lump_sum_fee_rate, words) => {
    const facts = shop({ yearly: [{ ...shop().yearly[0]!, lump_sum_rule, lump_sum_fee_rate }] })
    const yearly = { facts, items: [{ product_id: 11, product_name: '一年便' }] }
    const said = of('解約', { ...yearly, subscription: { ...subscription, yearly_count: 12 } })
    expect(said).toMatch(words)
    expect(promiseTexts(facts).年払いの解約).toMatch(words)
    expect(promiseTexts(facts).解約の方法).toContain('定期便一覧')
    if (lump_sum_rule !== 'refunded') {
      // Beside a fee, or a rest that is kept, no sentence for all contracts says the opposite.
      expect(said).not.toContain('解約料はかかりません')
      expect(promiseTexts(facts).解約の方法).toMatch(words)
      for (const one of promiseTexts(facts).解約の方法.split('。'))
        if (/解約料はかかりません|手配済みの1回を最後/.test(one)) expect(one).toMatch(/^お支払いが1回ごとの定期便は/)
    }
    const running = runningContractTermRows({
      facts,
      items: yearly.items,
      next_delivery_date: '2027-01-05',
      change_deadline: '2026-12-26',
      remaining: 3,
      rule: facts.yearly[0]!,
    })
    const ending = running.find(({ label }) => label === '解約の方法')!.lines.join('')
    expect(ending).toMatch(words)
    for (const text of [said, ending]) {
      expect(text).not.toContain('ご請求もありません')
      if (lump_sum_rule === 'delivered') expect(text).not.toMatch(/お届けしません|最後に終わります/)
    }
    expect(promiseTexts(facts).年払いの条件).toContain('24,684円(税込)(1回あたり2,057円)')
  })

  test('several yearly products in one contract: the rule that is best for the customer', () => {
    const [one] = shop().yearly
    const rule = (lump_sum_rule: LumpSumCancellation, lump_sum_fee_rate = 0) => ({
      ...one!,
      lump_sum_rule,
      lump_sum_fee_rate,
    })
    expect(bestYearlyTerms([rule('delivered'), rule('fee', 10), rule('fee', 5)])).toEqual({
      lump_sum_rule: 'fee',
      lump_sum_fee_rate: 5,
    })
    expect(bestYearlyTerms([rule('fee', 5), rule('refunded')]).lump_sum_rule).toBe('refunded')
    expect(bestYearlyTerms([]).lump_sum_rule).toBe('delivered')
  })
})

const fee = fc.integer({ min: 0, max: 5_000 })
const randomPrice = fc.record({
  delivery_free_amount: fc.option(fc.integer({ min: 0, max: 99_999 })),
  delivery_free_after_promotions: fc.boolean(),
  delivery_free_includes_cool: fc.boolean(),
  deliveries: fc
    .record({
      flat_rate_delivery_fee: fee,
      island_surcharge: fee,
      prefecture_fees: fc.dictionary(fc.integer({ min: 1, max: 47 }).map(String), fee),
      cool_fee: fee,
      prefecture_cool_fees: fc.dictionary(fc.integer({ min: 1, max: 47 }).map(String), fee),
    })
    .map((one) => [{ ...parcel, ...one }]),
})

test('property: every fee in the table is the one that is charged there, and every prefecture is in it', () => {
  fc.assert(
    fc.property(randomPrice, (price) => {
      const facts = shop({ price })
      const table = promiseBlocks.送料の表(facts)
      if (typeof table === 'string') throw new Error('not a table')
      const rows = table.rows.filter(([name]) => name !== '送料無料').map(([, where, text]) => ({ where, text }))
      const named = rows.flatMap(({ where }) => where!.split('、').filter((one) => prefectures.includes(one as never)))
      const rest = rows.find(({ where }) => where === '全国' || where === 'そのほかの都府県')
      const island = rows.find(({ where }) => where === '離島')
      for (const [n, name] of prefectures.entries()) {
        const row = named.includes(name) ? rows.find(({ where }) => where!.split('、').includes(name)) : rest
        const charged = deliveryFeeTo(facts, 1, { pref_id: n + 1, is_remote_island: false })
        expect(row?.text).toBe(`${charged.toLocaleString('ja-JP')}円(税込)`)
        const toIsland = deliveryFeeTo(facts, 1, { pref_id: n + 1, is_remote_island: true })
        expect(toIsland - charged).toBe(island ? Number(/([\d,]+)円/.exec(island.text!)![1]!.replaceAll(',', '')) : 0)
      }
    }),
  )
})

test('a block is filled in text only, once, and not without end', () => {
  const facts = shop({ phone_hours: 'javascript:alert(1) {お電話}' })
  const link = '<a href="{電話の受付時間}">{電話の受付時間}</a>'
  expect(fillPromisesInHtml(link, facts)).toBe('<a href="{電話の受付時間}">javascript:alert(1) {お電話}</a>')
  expect(fillPromisesInHtml('<h2>{送料の表}</h2>', facts)).not.toContain('<table>')
  expect(fillPromisesInHtml('<dd>{送料の表}</dd>', facts)).toContain('<dd><table>')
  const many = fillPromisesInHtml('<dd>{電話番号}</dd>'.repeat(1000), facts)
  expect(many.split('{電話番号}')).toHaveLength(801)
})
