import { expect, test } from 'vitest'
import { afterLogin, purchaseOfGuest } from './after-login.ts'
import { entry } from './testing.ts'

test.each([
  [null, '/mypage'],
  ['/mypage/history?page=2', '/mypage/history?page=2'],
  ['/normal-purchase', '/normal-purchase?loggedIn=true'],
  ['/periodic-purchase/confirm', '/periodic-purchase/confirm?loggedIn=true'],
  ['/normal-purchase/complete?order_no=K1', '/normal-purchase/complete?order_no=K1'],
  ['https://evil.example/', '/mypage'],
  ['//evil.example/', '/mypage'],
])('%s leads to %s', (next, path) => {
  expect(afterLogin(next)).toBe(path)
})

test('a new customer continues with the purchase in `next`, or the one whose cart has items', () => {
  expect(purchaseOfGuest('/periodic-purchase', [])).toBe('periodic')
  expect(purchaseOfGuest('/mypage', [])).toBeNull()
  expect(purchaseOfGuest(null, [entry({ subscription: 1 })])).toBe('periodic')
})
