/** Whether a member follows the shop on LINE (友だち追加), `friend_status_id`. */
export const FRIEND_STATUS = { not_added: 1, permission: 2, add: 3, added: 4 } as const

export type FriendStatusId = (typeof FRIEND_STATUS)[keyof typeof FRIEND_STATUS]

/** The states that count as friendship. */
export const FRIENDS: readonly FriendStatusId[] = [FRIEND_STATUS.add, FRIEND_STATUS.added]

/** Whether that state counts as friendship. Applies only to members with a LINE id, in shops that check it. */
export const isFriend = (status: FriendStatusId): boolean => FRIENDS.includes(status)

/** Why an account could not be linked with LINE. */
export const LINK_FAILURE = { no_line_id: 1, email_not_registered: 2 } as const

/** The `add_timing_id` sent with advertisement tracking. */
export const ADD_TIMING_ID = 3
