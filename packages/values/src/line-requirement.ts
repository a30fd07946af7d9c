/** The levels, from least to most. */
export const LINE_REQUIREMENT = ['none', 'optional', 'required'] as const

/** Whether one must be a friend of the shop on LINE before a purchase: LINE is not used, if one likes, or always. */
export type LineRequirement = (typeof LINE_REQUIREMENT)[number]

/** When LINE's login starts by itself on a phone: on the first page that is seen, or not before the checkout. */
export const LINE_LOGIN_TIMING = ['first_page', 'checkout'] as const
export type LineLoginTiming = (typeof LINE_LOGIN_TIMING)[number]

/** From the shop's two flags. */
export const lineRequirement = (shop: {
  line_channel_flag: boolean
  ec_line_required_flag: boolean
}): LineRequirement => (!shop.line_channel_flag ? 'none' : shop.ec_line_required_flag ? 'required' : 'optional')
