import { expect, test } from 'vitest'
import { isReachableWhileClosed } from './law-page.ts'

test.each([
  ['/mypage', true],
  ['/mypage.data', true],
  ['/mypage/subscriptions/7/edit', true],
  ['/mypage/history', true],
  ['/login', true],
  ['/contact/confirm', true],
  ['/contents/privacy', true],
  ['/line-login', true],
  ['/', false],
  ['/products', false],
  ['/products/detail/1', false],
  ['/mypage/products', false],
  ['/mypage/products/detail/1', false],
  ['/mypage/products.data', false],
  ['/cart', false],
  ['/normal-purchase', false],
  ['/order-request/AB12', false],
  ['/mypages', false],
  ['/login-elsewhere', false],
])('%s: %s', (path, expected) => {
  expect(isReachableWhileClosed(path)).toBe(expected)
})
