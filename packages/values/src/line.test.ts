import { expect, test } from 'vitest'
import { type FriendStatusId, isFriend } from './line.ts'

test.each<[FriendStatusId, boolean]>([
  [1, false],
  [2, false],
  [3, true],
  [4, true],
])('friend status %i is friendship: %s', (status, friend) => {
  expect(isFriend(status)).toBe(friend)
})
