import { expect, test } from 'vitest'
import { cleanUrl, hasToken } from './clean-url.ts'

const shop = 'https://shop.example/sh'

test.each([
  ['/passreset?token=abc', '/passreset'],
  ['/mypage/customer/email?email_token=abc&tab=1', '/mypage/customer/email?tab=1'],
  ['/line-link?linkToken=abc#x', '/line-link'],
  ['/cart?restore=abc&tab=normal', '/cart?tab=normal'],
  ['/callback?code=a&state=b&liff.state=c', '/callback'],
  ['/normal-purchase/complete?order_no=K1', '/normal-purchase/complete'],
  ['/products?keyword=%E7%99%BD%E9%AB%AA&category=oil&page=2', '/products?category=oil&page=2'],
  ['/?adcd=A1&utm_source=line', '/?adcd=A1&utm_source=line'],
])('%s is sent as %s', (path, sent) => {
  expect(cleanUrl(shop + path)).toBe(shop + sent)
})

test('text that is not a URL is not sent', () => {
  expect(cleanUrl('')).toBe('')
})

test.each([
  ['token=a', true],
  ['email_token=a', true],
  ['linkToken=a', true],
  ['restore=a', true],
  ['category=oil&page=2', false],
])('whether %s contains a token: %s', (query, opens) => {
  expect(hasToken(new URLSearchParams(query))).toBe(opens)
})
