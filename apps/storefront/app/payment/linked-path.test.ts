import { expect, test } from 'vitest'
import { linkedPath } from './linked-path.ts'

test.each([
  [5, null, '/mypage/payments?linked=5'],
  [null, null, '/mypage/payments'],
  [5, '12', '/mypage/subscriptions/12/edit?linked=5#payment'],
  [null, '12', '/mypage/subscriptions/12/edit#payment'],
  [5, '../login', '/mypage/payments?linked=5'],
])('%j, %j: %s', (method, subscription, path) => {
  expect(linkedPath(method, subscription)).toBe(path)
})
