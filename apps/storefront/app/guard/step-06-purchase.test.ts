import { expect, test } from 'vitest'
import { restorePurchase } from './step-06-purchase.ts'
import { fakeDeps, member, to } from './testing.ts'

test.each([
  ['/normal-purchase', {}, '/login'],
  ['/periodic-purchase?loggedIn=true', {}, '/login'],
  ['/normal-purchase', { restorePurchase: () => true }, undefined],
  ['/periodic-purchase', { customer: () => member }, undefined],
  ['/normal-purchase/confirm', {}, undefined],
  ['/products', {}, undefined],
])('%s %o', async (path, own, expected) => {
  expect(await restorePurchase(to(path), fakeDeps(own))).toBe(expected)
})

test('also restores the purchase of a member', async () => {
  let isRestored = false
  const restore = () => {
    isRestored = true
    return true
  }
  await restorePurchase(to('/normal-purchase'), fakeDeps({ customer: () => member, restorePurchase: restore }))
  expect(isRestored).toBe(true)
})
