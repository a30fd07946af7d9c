import { expect, test } from 'vitest'
import { paymentRefusal } from './payment-availability.ts'

const free = { cumulative_limit: null, open_amount: 0, for_subscriptions: null }
const card = { ...free, payment_method_id: 1, payment_name: 'クレジットカード', max_amount: 9_999_999 }
const amazon = { ...free, payment_method_id: 2, payment_name: 'Amazon Pay', max_amount: 50_000_000 }
const paypay = {
  ...free,
  payment_method_id: 5,
  payment_name: 'PayPay',
  max_amount: 1_000_000,
  for_subscriptions: false,
}
const granted = { ...paypay, for_subscriptions: true }
const rakuten = { ...free, payment_method_id: 8, payment_name: '楽天ペイ', max_amount: 300_000 }
const cash = { ...free, payment_method_id: null, payment_name: '代金引換', max_amount: 300_000 }
const np = {
  payment_method_id: 4,
  payment_name: 'NP後払い',
  max_amount: 200_000,
  cumulative_limit: 200_000,
  open_amount: 150_000,
  for_subscriptions: null,
}
const occasion = { amount: 3080, is_subscription: false, mail_delivery_flag: false }

test.each([
  [card, {}, null],
  [card, { amount: 9_999_999 }, null],
  [card, { amount: 10_000_000 }, 'お支払い金額が¥9,999,999を超えるため、クレジットカードはご利用いただけません。'],
  [card, { amount: undefined, mail_delivery_flag: true }, null],
  [cash, { amount: 300_000 }, null],
  [cash, { amount: 300_001 }, 'お支払い金額が¥300,000を超えるため、代金引換はご利用いただけません。'],
  [cash, { mail_delivery_flag: true }, '代金引換は、メール便ではご利用いただけません。'],
  [cash, { amount: undefined, mail_delivery_flag: true }, '代金引換は、メール便ではご利用いただけません。'],
  [cash, { delivery_notes: '玄関前' }, '代金引換は、置き配や宅配ボックスでのお受け取りではご利用いただけません。'],
  [
    cash,
    { delivery_notes: '駅のロッカー' },
    '代金引換は、置き配や宅配ボックスでのお受け取りではご利用いただけません。',
  ],
  [cash, { delivery_notes: 'インターホンを鳴らしてください' }, null],
  [card, { delivery_notes: '玄関前', is_lump_sum: true }, null],
  [card, { delivery_in_days: 58 }, null],
  [paypay, { delivery_in_days: 30 }, null],
  [paypay, {}, null],
  [
    paypay,
    { delivery_in_days: 31 },
    'PayPayは、30日より先のお届けではご利用いただけません。お届け希望日を早めるか、ほかのお支払い方法をお選びください。',
  ],
  [paypay, { is_subscription: true }, 'PayPayは、定期便ではご利用いただけません。通常のご購入でお選びいただけます。'],
  // Only as far as the contract goes, and nothing is reserved.
  [granted, { is_subscription: true }, null],
  [granted, { is_subscription: true, delivery_in_days: 58 }, null],
  [granted, {}, null],
  [
    granted,
    { is_subscription: true, is_lump_sum: true },
    '年払いの商品は、クレジットカードなど、ほかのお支払い方法でお求めください。',
  ],
  [granted, { is_subscription: true, amount: 0 }, 'お支払い金額が0円のため、PayPayはご利用いただけません。'],
  [
    rakuten,
    { is_subscription: true },
    '楽天ペイは、定期便ではご利用いただけません。通常のご購入でお選びいただけます。',
  ],
  [rakuten, { delivery_in_days: 30 }, null],
  [
    rakuten,
    { delivery_in_days: 31 },
    '楽天ペイは、30日より先のお届けではご利用いただけません。お届け希望日を早めるか、ほかのお支払い方法をお選びください。',
  ],
  [rakuten, { amount: 300_001 }, 'お支払い金額が¥300,000を超えるため、楽天ペイはご利用いただけません。'],
  [np, { amount: 50_000 }, null],
  [
    np,
    { amount: 50_001 },
    'NP後払いのご利用残高が¥200,000を超えるため、今回はご利用いただけません(現在のご利用残高 ¥150,000)。',
  ],
  [cash, { is_lump_sum: true }, '年払いの商品は、クレジットカードなど、ほかのお支払い方法でお求めください。'],
  [np, { is_lump_sum: true }, '年払いの商品は、クレジットカードなど、ほかのお支払い方法でお求めください。'],
  [amazon, { amount: 10_000_000 }, null],
  [
    amazon,
    { amount: 10_000_001 },
    'Amazon Payをご利用いただけるのは1000万円までです。ほかのお支払い方法をお選びください。',
  ],
  [amazon, { amount: 100_000, is_subscription: true }, null],
  [
    amazon,
    { amount: 100_001, is_subscription: true },
    'Amazon Payをご利用いただけるのは10万円までです。ほかのお支払い方法をお選びください。',
  ],
  [amazon, { amount: 96_800, following_amount: 100_000, is_subscription: true }, null],
  [
    amazon,
    { amount: 96_800, following_amount: 108_900, is_subscription: true },
    'Amazon Payをご利用いただけるのは10万円までです。ほかのお支払い方法をお選びください。',
  ],
  [
    cash,
    { amount: 300_000, following_amount: 300_001, is_subscription: true },
    '2回目からのお支払い金額が¥300,000を超えるため、代金引換はご利用いただけません。',
  ],
  [np, { amount: 50_000, following_amount: 200_000, is_subscription: true }, null],
  [
    { ...np, max_amount: 300_000 },
    { amount: 50_000, following_amount: 206_910, is_subscription: true },
    '2回目からのお支払い金額がNP後払いのご利用残高の上限¥200,000を超えるため、ご利用いただけません。',
  ],
  [amazon, { amount: 0 }, 'お支払い金額が0円のため、Amazon Payはご利用いただけません。'],
])('%j, %j: %s', (method, more, reason) => {
  expect(paymentRefusal(method, { ...occasion, ...more })).toBe(reason)
})
