import { FRIEND_STATUS, type FriendStatusId } from '@kushi/values/line'

/**
 * The status after a login reported whether the user is a friend. `before` undefined: not known yet. A user who became
 * a friend between two logins is `add`, and `added` from the next login on, or as soon as LINE reports a follow.
 */
export function nextFriendStatus(before: FriendStatusId | undefined, isFriend: boolean): FriendStatusId {
  const { not_added, permission, add, added } = FRIEND_STATUS
  if (isFriend) return before === not_added || before === permission ? add : added
  if (before === undefined) return permission
  // A former friend who removed or blocked the shop.
  return before === permission ? permission : not_added
}
