import { expect, test } from 'vitest'
import { lineSubscribe } from './step-10-line-subscribe.ts'
import { fakeDeps, fakeLine, to } from './testing.ts'

test.each([
  ['/line-subscribe', true, false, ['login /line-subscribe']],
  ['/line-subscribe', true, true, []],
  ['/line-subscribe', false, false, []],
  ['/line-contact', true, false, []],
])('%s, phone %s, logged in %s', async (path, isMobile, isLoggedIn, expected) => {
  const calls: string[] = []
  await lineSubscribe(to(path), fakeDeps({ line: fakeLine(isLoggedIn, calls), isMobile: () => isMobile }))
  expect(calls).toEqual(expected)
})
