import { expect, test, vi } from 'vitest'
import { loginPath, nextPath, setNavigationTarget, wantedPath } from './navigate.ts'

test('a login leads to where a navigation went, otherwise back to the screen', () => {
  vi.stubGlobal('location', { pathname: '/sh/cart', search: '?all=1' })
  expect(wantedPath()).toBe('/cart?all=1')
  setNavigationTarget('/normal-purchase?loggedIn=true')
  expect(wantedPath()).toBe('/normal-purchase?loggedIn=true')
  setNavigationTarget(null)
  expect(wantedPath()).toBe('/cart?all=1')
})

test.each([
  ['/mypage/history?page=2', '/login?next=%2Fmypage%2Fhistory%3Fpage%3D2'],
  ['/', '/login'],
  ['/login?next=%2Fmypage', '/login'],
])('login from %s', (path, expected) => {
  expect(loginPath(path)).toBe(expected)
})

test.each([
  ['/mypage', '/mypage'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  [null, '/'],
])('after login with next=%s', (next, expected) => {
  expect(nextPath(next)).toBe(expected)
})
