import { expect, test } from 'vitest'
import { type PromotionPlan, promotionSentence } from './promotion-sentence.ts'

const plan = (more: Partial<PromotionPlan>): PromotionPlan => ({
  promotion_name: '秋の特典',
  trigger: 'code',
  member_scope: 'anybody',
  audience: 'everybody',
  again_after_months: null,
  starts_at: '2026-12-01T00:00:00+09:00',
  ends_at: '2027-01-01T00:00:00+09:00',
  effect: { kind: 'percent', percent: 10 },
  product_ids: [],
  cart_type: null,
  min_amount: 0,
  from_cycle: 1,
  to_cycle: 1,
  stack_group: null,
  max_uses: null,
  budget_yen: null,
  ...more,
})

test.each<[Partial<PromotionPlan>, string[], string]>([
  [
    { trigger: 'cancel_offer', audience: 'once', cart_type: 1, to_cycle: 3 },
    [],
    '2026/12/01 00:00から2027/01/01 00:00まで、おひとり様1回まで、定期便の解約のときのご案内から、定期便の全商品を10%引きにします。次のお届けから3回に適用し、その次からは通常の定期価格です。ほかの特典と併用できます。',
  ],
  [
    { trigger: 'cancel_offer', audience: 'once', cart_type: 1, to_cycle: null },
    [],
    '2026/12/01 00:00から2027/01/01 00:00まで、おひとり様1回まで、定期便の解約のときのご案内から、定期便の全商品を10%引きにします。次のお届けから、続くかぎり毎回適用します。ほかの特典と併用できます。',
  ],
  [
    { cart_type: 0 },
    [],
    '2026/12/01 00:00から2027/01/01 00:00まで、クーポンコードを使うと、通常購入の全商品を10%引きにします。ほかの特典と併用できます。',
  ],
  [
    {
      trigger: 'automatic',
      audience: 'once',
      ends_at: null,
      effect: { kind: 'set_price', pieces: 3, price: 3000 },
      product_ids: [1, 2, 3, 4],
      cart_type: 1,
      min_amount: 5000,
      from_cycle: 2,
      to_cycle: 4,
      stack_group: '割引',
      max_uses: 1000,
      budget_yen: 50_000,
    },
    ['椿油', '茶', '櫛', '紙'],
    '2026/12/01 00:00から(終わりなし)、おひとり様1回まで、コードなしで自動的に、対象の商品を¥5,000以上お買い上げのとき、定期便の「椿油」「茶」「櫛」ほか1商品から3点選ぶごとに¥3,000にします。期間中に始まる定期便では、2〜4回目に適用し、5回目からは通常の定期価格です。同じ併用グループ「割引」の中では、お客様にいちばんお得な1つだけを適用します。先着1,000件で終わります。割引の合計が¥50,000に達したら終わります。',
  ],
  [
    { cart_type: 1, to_cycle: 3 },
    [],
    '2026/12/01 00:00から2027/01/01 00:00まで、クーポンコードを使うと、定期便の全商品を10%引きにします。期間中に始まる定期便では、1〜3回目に適用し、4回目からは通常の定期価格です。年払いの商品では、まとめてお支払いいただく金額の全体に適用します。ほかの特典と併用できます。',
  ],
  [
    { trigger: 'automatic', cart_type: 0, min_amount: 3000, effect: { kind: 'gift', product_sku_id: 9, pieces: 1 } },
    [],
    '2026/12/01 00:00から2027/01/01 00:00まで、コードなしで自動的に、¥3,000以上お買い上げのとき、通常購入の全商品をお買い上げの方に「小さな櫛」を1点お付けします(在庫があるかぎり)。ほかの特典と併用できます。',
  ],
  [
    { audience: 'new', effect: { kind: 'free_delivery' }, to_cycle: null },
    [],
    '2026/12/01 00:00から2027/01/01 00:00まで、はじめてご注文の方に、クーポンコードを使うと、全商品をお買い上げの送料を無料にします。期間中に始まる定期便では、続くかぎり毎回適用します。ほかの特典と併用できます。',
  ],
])('what a promotion does, as one reads it: %#', (more, goods, sentence) => {
  expect(promotionSentence(plan(more), goods, '小さな櫛')).toBe(sentence)
})

test.each<[Partial<PromotionPlan>, string]>([
  [{ member_scope: 'listed', audience: 'once' }, '会員リストの方だけに、おひとり様1回まで、クーポンコードを使うと、'],
  [
    { member_scope: 'birthday_month', audience: 'again', again_after_months: 11, trigger: 'automatic' },
    'ご注文の日が生まれ月の会員だけに、おひとり様1回(11か月たてばもう1回)、コードなしで自動的に、',
  ],
  [{ audience: 'once_address', trigger: 'link' }, 'お届け先のご住所ごとに1回まで、専用のリンクを開くと、'],
])('for whom it is meant: %j', (more, words) => {
  expect(promotionSentence(plan(more), [])).toContain(`まで、${words}全商品を10%引きにします。`)
})
