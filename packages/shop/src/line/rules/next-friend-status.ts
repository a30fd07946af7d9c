import { FRIEND_STATUS, type FriendStatusId } from '@kushi/values/friend-status'

/**
 * The state after a login told whether somebody is a friend. `before` undefined: never seen.
 * Who became one between two logins is `add`, and `added` from the next time on, or as soon as LINE reports a follow.
 */
export function nextFriendStatus(before: FriendStatusId | undefined, isFriend: boolean): FriendStatusId {
  const { not_added, permission, add, added } = FRIEND_STATUS
  if (isFriend) return before === not_added || before === permission ? add : added
  if (before === undefined) return permission
  // Was one, and no longer is: removed or blocked.
  return before === permission ? permission : not_added
}
