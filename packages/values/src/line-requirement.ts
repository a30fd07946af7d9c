/** The levels, from least to most. */
export const LINE_REQUIREMENT = ['none', 'optional', 'required'] as const

/** Whether one must be a friend of the shop on LINE before a purchase: LINE is not used, if one likes, or always. */
export type LineRequirement = (typeof LINE_REQUIREMENT)[number]

/** From the shop's two flags. */
export const lineRequirement = (shop: {
  line_channel_flag: boolean
  ec_line_required_flag: boolean
}): LineRequirement => (!shop.line_channel_flag ? 'none' : shop.ec_line_required_flag ? 'required' : 'optional')
