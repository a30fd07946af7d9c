import { expect, test } from 'vitest'
import type { FriendStatusId } from './friend-status.ts'
import { isFriend } from './friend-status.ts'

test.each<[FriendStatusId, boolean]>([
  [1, false],
  [2, false],
  [3, true],
  [4, true],
])('friend status %i is friendship: %s', (status, friend) => {
  expect(isFriend(status)).toBe(friend)
})
