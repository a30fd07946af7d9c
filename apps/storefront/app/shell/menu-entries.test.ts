import { expect, test } from 'vitest'
import { memberEntries, myPageEntries, shoppingEntries } from './menu-entries.ts'

const all = {
  menu_mypage_top_on: true,
  menu_subscription_on: true,
  menu_purchase_on: true,
  menu_customer_on: true,
  menu_shipping_on: true,
  menu_payment_on: true,
}
const member = { isMember: true, has_error_payment: false, has_subscription: false }
const labels = (...args: Parameters<typeof memberEntries>) => memberEntries(...args).map(({ label }) => label)

test('a guest sees none, and a member none without the menu flags', () => {
  expect(labels(all, null, { ...member, isMember: false })).toEqual([])
  expect(labels(null, null, member)).toEqual([])
})

test('each entry has its menu flag', () => {
  expect(labels(all, { corporate_flag: false, point_flag: false, referral_promotion_id: null }, member)).toEqual([
    'マイページ',
    '定期便一覧',
    '購入履歴',
    '会員情報',
    'お届け先',
    'お支払い方法',
  ])
  expect(labels({ ...all, menu_subscription_on: false, menu_payment_on: false }, null, member)).toEqual([
    'マイページ',
    '購入履歴',
    '会員情報',
    'お届け先',
  ])
})

test('a company sees its purchases before its subscriptions', () => {
  expect(
    labels(all, { corporate_flag: true, point_flag: false, referral_promotion_id: null }, member).slice(1, 3),
  ).toEqual(['購入履歴', '定期便一覧'])
})

test('a failed payment is shown beside the subscriptions', () => {
  const entries = memberEntries(all, null, { ...member, has_error_payment: true })
  expect(entries.filter(({ hasPaymentError }) => hasPaymentError).map(({ label }) => label)).toEqual(['定期便一覧'])
})

test('the menu for a company contains the cart, because its header has none', () => {
  const oil = [{ slug: 'oil', category_name: '椿油' }]
  expect(shoppingEntries({ corporate_flag: true }, oil).map(({ to }) => to)).toEqual([
    '/products',
    '/products?category=oil',
    '/mypage/order-table',
    '/cart',
  ])
  expect(shoppingEntries({ corporate_flag: false }, oil).map(({ to }) => to)).toEqual([
    '/products',
    '/products?category=oil',
    '/products?sale_type=2',
  ])
})

test('a member with a contract that is not over finds it, whatever the shop shows', () => {
  const hidden = { ...all, menu_subscription_on: false }
  const reaches = (who: typeof member) =>
    memberEntries(hidden, null, who).some(({ to }) => to === '/mypage/subscriptions')
  expect([reaches(member), reaches({ ...member, has_subscription: true })]).toEqual([false, true])
})

test('my page has お友だち紹介 where the shop has points and a promotion for friends', () => {
  const refers = (point_flag: boolean, referral_promotion_id: number | null) =>
    myPageEntries(all, { corporate_flag: false, point_flag, referral_promotion_id }, member).some(
      ({ to }) => to === '/mypage/referral',
    )
  expect([refers(true, 1), refers(true, null), refers(false, 1)]).toEqual([true, false, false])
})
