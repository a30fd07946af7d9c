import { expect, test } from 'vitest'
import { guard, guardSteps } from './index.ts'
import { config, fakeDeps, fakeLine, to } from './testing.ts'

test('there are eleven steps', () => {
  expect(guardSteps).toHaveLength(11)
})

test('they run in their order', async () => {
  const calls: string[] = []
  const deps = fakeDeps({
    config: () => config({ tag_manager_id: 'GTM-1', liff_id: '99-x' }),
    customer: () => undefined,
    restorePurchase: () => true,
    countItems: () => 1,
    isMobile: () => true,
    isLeaving: () => true,
  })
  deps.line = fakeLine(false, deps.calls)
  calls.push(`to ${await guard(to('/normal-purchase'), deps)}`)
  expect([...deps.calls, ...calls]).toEqual([
    'loadConfig',
    'prefetchMasterData now',
    'startAnalytics GTM-1',
    'load 99-x',
    'loadUser',
    'announce /normal-purchase',
    'logOut',
    'to /login',
  ])
})

test('the first step that returns a path ends the run', async () => {
  const deps = fakeDeps({ loadConfig: () => Promise.reject(new Error('down')) })
  expect(await guard(to('/mypage'), deps)).toBe('/')
  expect(deps.calls).toEqual([])
})
