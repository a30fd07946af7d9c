/** The levels, from lowest to highest. */
export const LINE_REQUIREMENT = ['none', 'optional', 'required'] as const

/**
 * Whether a customer must be a friend of the shop on LINE before a purchase: LINE is not used, optional, or required.
 */
export type LineRequirement = (typeof LINE_REQUIREMENT)[number]

/** When the LINE login starts automatically on a phone: on the first page, or only at the checkout. */
export const LINE_LOGIN_TIMING = ['first_page', 'checkout'] as const
export type LineLoginTiming = (typeof LINE_LOGIN_TIMING)[number]

/** Derives the level from the shop's two flags. */
export const lineRequirement = (shop: {
  line_channel_flag: boolean
  ec_line_required_flag: boolean
}): LineRequirement => (!shop.line_channel_flag ? 'none' : shop.ec_line_required_flag ? 'required' : 'optional')
