import { TEMPLATE_MARK_TEXT } from '@kushi/values/law-page'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { expect, test } from 'vitest'
import { findPromiseDisagreements } from '../../../catalogue/promise/rules/disagreements.ts'
import { fillPromisesInHtml } from '../../../catalogue/promise/rules/render.ts'
import { sanitiseHtml } from '../../../foundation/setting/index.ts'
import { testShopFacts } from '../../../testing/facts.ts'
import { accessibilityPolicyDraftHtml } from './accessibility-draft.ts'
import type { PolicyDraftFacts } from './policy-draft.ts'
import { privacyPolicyDraftHtml } from './privacy-draft.ts'
import { termsOfUseDraftHtml } from './terms-draft.ts'

const whole: PolicyDraftFacts = {
  shop_name: 'みどり堂',
  company_name: '株式会社みどり & <緑>',
  has_card: true,
  methods: [1, 2, 4, null],
  has_invoice: true,
  has_line: true,
  has_subscriptions: true,
  has_yearly: true,
  has_variants: true,
  click_id_flag: true,
  ad_recipients: [{ name: 'Meta Platforms, Inc.(アメリカ合衆国)', hashes: ['メールアドレス'], hosts: [] }],
  risk_check: 'hold',
  has_ranks: true,
  has_referral: true,
  points: {
    point_rate: 1,
    point_days: null,
    point_months: 12,
    point_least: 1,
    point_most_rate: 100,
    return_days: 8,
    defect_days: 8,
  },
}
const bare: PolicyDraftFacts = {
  ...whole,
  has_card: false,
  methods: [],
  has_invoice: false,
  has_line: false,
  has_subscriptions: false,
  has_yearly: false,
  has_variants: false,
  click_id_flag: false,
  ad_recipients: [],
  risk_check: 'off',
  has_ranks: false,
  has_referral: false,
  points: null,
}

const drafts = [privacyPolicyDraftHtml, termsOfUseDraftHtml, accessibilityPolicyDraftHtml]

test.each(drafts)('%o is marked, names the shop, and is kept as it is served', (draft) => {
  for (const facts of [whole, bare]) {
    const html = draft(facts)
    expect(html).toContain(TEMPLATE_MARK_TEXT)
    expect(html).toContain('みどり堂')
    expect(html).toMatch(/株式会社みどり &#38; &#60;緑&#62;|\{販売業者\}/)
    const letters = (text: string) => text.replace(/&\w+;|&#\d+;|\s/g, '')
    expect(letters(sanitiseHtml(html))).toBe(letters(html))
  }
})

test.each([
  ['has_card', privacyPolicyDraftHtml, 'GMOペイメントゲートウェイ'],
  ['has_invoice', privacyPolicyDraftHtml, '{後払いの提供先}'],
  ['has_line', privacyPolicyDraftHtml, 'LINE'],
  ['has_subscriptions', privacyPolicyDraftHtml, '定期便'],
  ['has_subscriptions', termsOfUseDraftHtml, '定期便'],
  ['has_invoice', termsOfUseDraftHtml, '後払い'],
  ['has_referral', privacyPolicyDraftHtml, 'お友だちのご紹介'],
  ['has_variants', privacyPolicyDraftHtml, 'ページの内容を比べる'],
  ['has_ranks', termsOfUseDraftHtml, '会員ランク'],
  ['has_yearly', termsOfUseDraftHtml, '{年払いの条件}'],
  ['click_id_flag', privacyPolicyDraftHtml, '{クリックIDの期間}'],
] as const)('%s is said only of a shop that has it', (fact, draft, words) => {
  expect(draft({ ...bare, [fact]: true })).toContain(words)
  expect(draft(bare)).not.toContain(words)
})

test('a wallet says what it passes on only where the shop has it', () => {
  expect(privacyPolicyDraftHtml({ ...bare, methods: [PAYMENT_METHOD.amazon_pay] })).toContain('Amazon Pay')
  expect(privacyPolicyDraftHtml(bare)).not.toContain('Amazon Pay')
})

test.each(['口座番号', '同じ方かどうかを確かめる', '注意が必要な方の記録'])(
  'the privacy policy names what every shop keeps: %s',
  (words) => expect(privacyPolicyDraftHtml(bare)).toContain(words),
)

test('who is told of orders to measure adverts is named, with its hashes', () => {
  const html = privacyPolicyDraftHtml({ ...bare, ad_recipients: whole.ad_recipients })
  expect(html).toContain('Meta Platforms, Inc.(アメリカ合衆国): メールアドレスを元に戻せない形に変えたもの')
  expect(privacyPolicyDraftHtml(bare)).not.toContain('広告の成果を測ることに同意')
})

test('外部送信: the hosts that the customer’s browser itself asks are named', () => {
  const asp = { name: '株式会社ASP(日本)', hashes: [], hosts: ['px.asp.example', 'img.asp.example'] }
  const html = privacyPolicyDraftHtml({ ...bare, ad_recipients: [...whole.ad_recipients, asp] })
  expect(html).toContain('<li>株式会社ASP(日本): px.asp.example、img.asp.example</li>')
  expect(html).toContain('お使いのブラウザから直接')
  expect(privacyPolicyDraftHtml(whole)).not.toContain('お使いのブラウザから直接')
})

test('who is told of orders to score them is named where the shop asks', () => {
  expect(privacyPolicyDraftHtml({ ...bare, risk_check: 'take' })).toContain('審査のサービスを提供する会社')
  expect(privacyPolicyDraftHtml(bare)).not.toContain('審査のサービス')
})

test('the terms have the rules of points only where there are any', () => {
  expect(termsOfUseDraftHtml({ ...bare, points: whole.points })).toContain('退会すると、ポイントはなくなります。')
  expect(termsOfUseDraftHtml(bare)).not.toContain('ポイント')
})

test('articles are numbered without a gap', () => {
  const numbers = [...termsOfUseDraftHtml({ ...bare }).matchAll(/第(\d+)条 /g)].map(([, n]) => Number(n))
  expect(numbers).toEqual(numbers.map((_, n) => n + 1))
})

test.each(drafts)('%o types no figure: with its blocks filled it agrees with any settings', (draft) => {
  const html = sanitiseHtml(draft(whole))
  for (const facts of [
    testShopFacts(),
    testShopFacts({
      arranged_before_days: 14,
      return_days: null,
      withdrawal_by: 'mypage',
      phone_number: '03-9999-0000',
    }),
  ]) {
    const said = fillPromisesInHtml(html, facts)
    expect(said).not.toMatch(/\{|\}/)
    expect(findPromiseDisagreements(html, facts)).toEqual([])
    expect(findPromiseDisagreements(said, facts)).toEqual([])
  }
})

test('the terms say the fees, the deadline, 解約, returns and 退会 as the settings are', () => {
  const said = fillPromisesInHtml(termsOfUseDraftHtml(whole), testShopFacts({ arranged_before_days: 14 }))
  for (const words of ['1,320円', '14日前', '解約料はかかりません', '不良品やお届け違いは', '退会は、お電話'])
    expect(said).toContain(words)
})
