import { expect, test } from 'vitest'
import { cookieIn, cookieText } from './cookie.ts'

test('a cookie is found by its whole name', () => {
  expect(cookieIn('my_access_token=x; access_token=a%3Db; z=1', 'access_token')).toBe('a=b')
  expect(cookieIn('', 'access_token')).toBeNull()
})

test('is secure where the page is', () => {
  expect(cookieText('t', 'v', 30, true)).toBe('t=v; path=/; max-age=2592000; samesite=lax; secure')
  expect(cookieText('t', '', 0, false)).toBe('t=; path=/; max-age=0; samesite=lax')
})
