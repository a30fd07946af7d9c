import { expect, test } from 'vitest'
import { DISCOVERY_SOURCE, SEX } from './account.ts'
import { CART_TYPE } from './cart.ts'
import { DAY_OF_WEEK, DELIVERY_PATTERN } from './delivery-pattern.ts'
import { DELIVERY_DESTINATION } from './delivery-slot.ts'
import { INQUIRY_STATUS, INQUIRY_TYPE } from './inquiry-status.ts'
import { FRIEND_STATUS, LINE_LINK_FAILURE } from './line.ts'
import { findPaymentMethodByName, PAYMENT_METHOD, PAYMENT_METHOD_IDS, paymentMethodName } from './payment-method.ts'
import { SALE_TYPE } from './product.ts'
import { paymentMethodOfProvider } from './settlement.ts'
import { SUBSCRIPTION_STATUS, SUBSCRIPTION_STATUS_NAME } from './subscription-status.ts'

// Databases and other systems store these numbers, so changing one is never a refactoring.
test.each([
  ['sex', SEX, [1, 2, null]],
  ['cart type', CART_TYPE, [0, 1]],
  ['delivery destination', DELIVERY_DESTINATION, [1, 2]],
  ['delivery pattern', DELIVERY_PATTERN, [1, 2, 3]],
  ['day of week', DAY_OF_WEEK, [1, 2, 3, 4, 5, 6, 7]],
  ['friend status', FRIEND_STATUS, [1, 2, 3, 4]],
  ['link failure', LINE_LINK_FAILURE, [1, 2]],
  ['inquiry status', INQUIRY_STATUS, [1, 2, 3, 4, 5, 6]],
  ['inquiry type', INQUIRY_TYPE, [1, 2, 3]],
  ['sale type', SALE_TYPE, [1, 2, 3]],
  ['subscription status', SUBSCRIPTION_STATUS, [1, 2, 3, 4, 5, 6]],
  ['where did you know', DISCOVERY_SOURCE, [9, 10, 11, 12, 13, 14, 15, 99]],
])('%s keeps its ids', (_, table, ids) => {
  expect(Object.values(table)).toEqual(ids)
})

test('payment methods keep their ids, and a new one takes none of theirs', () => {
  expect(PAYMENT_METHOD).toMatchObject({ credit_card: 1, amazon_pay: 2, deferred: 3, np: 4, cash_on_delivery: null })
  expect(new Set(PAYMENT_METHOD_IDS).size).toBe(PAYMENT_METHOD_IDS.length)
})

test('every payment method and subscription status has its own name', () => {
  expect(new Set(PAYMENT_METHOD_IDS.map(paymentMethodName)).size).toBe(PAYMENT_METHOD_IDS.length)
  expect(new Set(Object.values(SUBSCRIPTION_STATUS_NAME)).size).toBe(6)
})

test('a way to pay is found by the words of another system, the narrower one first', () => {
  const named = [
    'クレジットカード決済',
    'AmazonPay',
    'NP後払い',
    'コンビニ後払',
    'コンビニ決済',
    '着払い',
    '銀行振込',
    '楽天ペイ(オンライン決済)',
    'ｄ払い',
    'auPAY',
    'メルペイ',
    'PayPay残高',
  ].map(findPaymentMethodByName)
  expect(named).toEqual([1, 2, 4, 3, 6, null, 7, 8, 9, 10, 11, 5])
})

test('each provider settles the way to pay whose account its payments name', () => {
  const providers = ['gmo', 'amazon_pay', 'gmo_deferred', 'np', 'yamato'] as const
  expect(providers.map(paymentMethodOfProvider)).toEqual([1, 2, 3, 4, null])
})
