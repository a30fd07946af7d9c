import { expect, test } from 'vitest'
import { lineLogin } from './step-09-line-login.ts'
import { fakeDeps, fakeLine, to } from './testing.ts'

test('home without LINE', async () => {
  expect(await lineLogin(to('/line-login'), fakeDeps())).toBe('/')
})

test.each([
  [false, ['login /mypage']],
  [true, []],
])('logged in to LINE: %s', async (isLoggedIn, expected) => {
  const calls: string[] = []
  expect(await lineLogin(to('/line-login'), fakeDeps({ line: fakeLine(isLoggedIn, calls) }))).toBeUndefined()
  expect(calls).toEqual(expected)
})

test('other routes pass', async () => {
  expect(await lineLogin(to('/login'), fakeDeps())).toBeUndefined()
})
