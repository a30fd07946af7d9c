import { expect, test } from 'vitest'
import { loginPath, nextPath } from './navigate.ts'

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
