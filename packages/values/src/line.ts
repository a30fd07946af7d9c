/** Whether a member follows the shop on LINE (友だち追加), `friend_status_id`. */
export const FRIEND_STATUS = { not_added: 1, permission: 2, add: 3, added: 4 } as const

export type FriendStatusId = (typeof FRIEND_STATUS)[keyof typeof FRIEND_STATUS]

/** The states that count as friendship. */
export const FRIEND_STATUSES: readonly FriendStatusId[] = [FRIEND_STATUS.add, FRIEND_STATUS.added]

/** Whether that state counts as friendship. Applies only to members with a LINE id, in shops that check it. */
export const isFriend = (status: FriendStatusId): boolean => FRIEND_STATUSES.includes(status)

/** Why an account could not be linked with LINE. */
export const LINE_LINK_FAILURE = { no_line_id: 1, email_not_registered: 2 } as const

/** The `add_timing_id` sent with advertisement tracking. */
export const AD_TRACKING_TIMING_ID = 3

/** The levels, from lowest to highest. */
export const LINE_REQUIREMENT = {
  none: '使わない',
  optional: '任意(お客様が選べる)',
  required: '必須(友だち追加してから購入)',
} as const

/**
 * Whether a customer must be a friend of the shop on LINE before a purchase: LINE is not used, optional, or required.
 */
export type LineRequirement = keyof typeof LINE_REQUIREMENT

/** When the LINE login starts automatically on a phone: on the first page, or only at the checkout. */
export const LINE_LOGIN_TIMING = {
  first_page: '最初のページを見たあと',
  checkout: 'ご購入のお手続きに進んだとき',
} as const
export type LineLoginTiming = keyof typeof LINE_LOGIN_TIMING

/** Derives the level from the shop's two flags. */
export const lineRequirement = (shop: {
  line_channel_flag: boolean
  ec_line_required_flag: boolean
}): LineRequirement => (!shop.line_channel_flag ? 'none' : shop.ec_line_required_flag ? 'required' : 'optional')
