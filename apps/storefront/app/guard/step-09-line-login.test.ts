import { expect, test } from 'vitest'
import { lineLogin } from './step-09-line-login.ts'
import { fakeDeps, fakeLine, to } from './testing.ts'

test('home without LINE', async () => {
  expect(await lineLogin(to('/line-login'), fakeDeps())).toBe('/')
})

test.each([
  [false, ['login /line-login?next=%2Fcart']],
  [true, []],
])('logged in to LINE: %s', async (isLoggedIn, expected) => {
  const calls: string[] = []
  expect(await lineLogin(to('/line-login?next=/cart'), fakeDeps({ line: fakeLine(isLoggedIn, calls) }))).toBeUndefined()
  expect(calls).toEqual(expected)
})

test('other routes pass', async () => {
  expect(await lineLogin(to('/login'), fakeDeps())).toBeUndefined()
})

test('a visitor who declined LINE stays on the page', async () => {
  const calls: string[] = []
  const line = fakeLine(false, calls, { mayAsk: () => false })
  expect(await lineLogin(to('/line-login'), fakeDeps({ line }))).toBeUndefined()
  expect(calls).toEqual([])
})
