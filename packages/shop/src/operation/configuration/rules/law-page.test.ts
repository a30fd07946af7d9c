import { legalNoticeFields } from '@kushi/values/law-page'
import { describe, expect, test } from 'vitest'
import { sanitiseHtml } from '../../../foundation/setting/index.ts'
import { testShopFacts } from '../../../testing/facts.ts'
import { missingLawItems } from './law-items.ts'
import { type LawPageValues, lawPageFailures, lawPageHtml, parseLawPage } from './law-page.ts'

const whole: LawPageValues = {
  seller: '株式会社みどり & <緑>',
  manager: '緑 花子',
  address: '東京都港区1-2-3\nみどりビル',
  phone: '03-1234-5678',
  email: '',
  price: '各商品のページに、税込の価格を表示しています。',
  fees: '送料(宅配便) 660円(税込)',
  payment: '代金引換',
  payment_time: '代金引換: 商品をお受け取りのとき',
  delivery_time: '最短で、ご注文の5日後にお届けします。',
  returns: 'お届けから8日以内に承ります。',
  return_fee: 'お客様にご負担いただきます。',
  subscription: '回数の定めはありません。',
  cancellation: 'お届けの10日前まで、マイページからできます。',
  term: '期限はありません。',
  limit: '',
}
const facts = testShopFacts({ phone_number: '03-1234-5678', return_days: 8 })

test('the fields make a complete page, and are read back from it', () => {
  expect(lawPageFailures(whole, true, facts)).toEqual([])
  const page = sanitiseHtml(lawPageHtml(whole))
  expect(missingLawItems(page)).toEqual([])
  expect(page).not.toContain('<緑>')
  expect(parseLawPage(page)).toEqual(whole)
})

describe('what is wrong stands beside its field', () => {
  test.each(legalNoticeFields.filter((field) => field !== 'email' && field !== 'limit'))('%s is missing', (field) => {
    expect(lawPageFailures({ ...whole, [field]: ' ' }, true, facts).map(({ path }) => path)).toEqual([field])
  })

  test.each([
    ['phone', '電話'],
    ['address', '港区'],
    ['fees', '別途'],
    ['returns', '詳しくは別のページへ'],
    ['fees', '送料は全国一律660円です'],
    ['returns', 'お届けから14日以内に返品を承ります'],
    ['cancellation', 'お届けの7日前まで、マイページから解約できます'],
  ] as const)('%s does not say what the law asks', (field, text) => {
    expect(lawPageFailures({ ...whole, [field]: text }, true, facts)).toMatchObject([
      { path: field, message_id: 'refused' },
    ])
  })

  test('a shop without subscriptions says nothing about them', () => {
    expect(lawPageFailures({ ...whole, subscription: '', cancellation: '' }, false, facts)).toEqual([])
  })
})

test.each(['<p>販売業者 みどり</p>', '', '<dl><dt>販売業者</dt><dd>みどり</dd></dl><p>追記</p>'])(
  '%s is no page of the form',
  (html) => expect(parseLawPage(html)).toBeNull(),
)
