import { expect, test } from 'vitest'
import { consentText, paymentTexts } from './payment-texts.ts'

const np = {
  payment_method_id: 4,
  payment_name: 'NP後払い',
  provider_name: '株式会社ネットプロテクションズ',
  max_amount: 50_000,
  cumulative_limit: 200_000,
}
const bill = { payment_total: 3410, payment_fee: 330 }

test('a bill by post: sender, due date, fee and limits', () => {
  const text = paymentTexts(np, { ...bill, payment_fee: 0 }).join('')
  for (const word of [
    '商品とは別に株式会社ネットプロテクションズから',
    '14日以内',
    '手数料は無料',
    '1回のご注文で¥50,000まで',
    '未払いのご注文と合わせて¥200,000まで',
    '審査',
  ])
    expect(text).toContain(word)
  const own = { ...np, payment_method_id: 3, payment_name: '後払い', max_amount: 165_000, cumulative_limit: null }
  expect(paymentTexts(own, bill)[1]).toBe('手数料は¥330です。ご利用は、1回のご注文で¥165,000までです。')
})

test('cash: the exact fee and total', () => {
  const cash = { ...np, payment_method_id: null, payment_name: '代金引換', provider_name: null }
  expect(paymentTexts(cash, bill)[0]).toContain('¥3,410(代引手数料¥330を含みます)')
  expect(paymentTexts(cash, { ...bill, payment_fee: 0 })[0]).toContain('¥3,410を配達員へ')
  expect(consentText(cash)).toBeNull()
})

test('the consent names data, recipient and purpose; none if the shop bills by itself', () => {
  expect(consentText(np)).toContain('株式会社ネットプロテクションズへ提供')
  expect(consentText({ ...np, payment_method_id: 1 })).toBeNull()
  expect(paymentTexts({ ...np, payment_method_id: 1 }, bill)).toEqual([])
})
