import { expect, test } from 'vitest'
import type { SubscriptionStatusId } from './subscription-status.ts'
import { subscriptionTab } from './subscription-status.ts'

test.each<[SubscriptionStatusId, string | null]>([
  [1, 'active'],
  [2, 'active'],
  [3, 'active'],
  [4, 'active'],
  [5, 'paused'],
  [6, null],
])('a subscription of status %i is in the tab %s', (status, tab) => {
  expect(subscriptionTab(status)).toBe(tab)
})
