/** Whether LINE must be linked before a purchase: never, if one likes, or always. */
export type LineRequirement = 'none' | 'optional' | 'required'

/** From the shop's two flags. */
export const lineRequirement = (shop: {
  line_channel_flag: boolean
  ec_line_required_flag: boolean
}): LineRequirement => (!shop.line_channel_flag ? 'none' : shop.ec_line_required_flag ? 'required' : 'optional')

export const isMobile = (userAgent: string) => /iphone|ipad|ipod|android/i.test(userAgent)

const codes = {
  pc: { none: 12, optional: 8, required: 1 },
  mobile: { none: 14, optional: 10, required: 6 },
}

/** Which variant of banner and footer the shop's content serves (レイアウトコード). */
export const layoutCode = (device: 'pc' | 'mobile', requirement: LineRequirement) => codes[device][requirement]
