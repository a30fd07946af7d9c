import { expect, test } from 'vitest'
import { logOut } from './step-11-logout.ts'
import { fakeDeps, to } from './testing.ts'

test('logs the member out and leads to the login screen', async () => {
  const deps = fakeDeps({ isLeaving: () => true })
  expect(await logOut(to('/mypage'), deps)).toBe('/login')
  expect(await logOut(to('/login'), deps)).toBeUndefined()
  expect(deps.calls).toEqual(['logOut', 'logOut'])
})

test('does nothing without a logout request', async () => {
  const deps = fakeDeps()
  expect(await logOut(to('/login'), deps)).toBeUndefined()
  expect(deps.calls).toEqual([])
})
