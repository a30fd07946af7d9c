import type { LineRequirement } from '@kushi/values/line'

export const isMobile = (userAgent: string) => /iphone|ipad|ipod|android/i.test(userAgent)

const codes = {
  pc: { none: 12, optional: 8, required: 1 },
  mobile: { none: 14, optional: 10, required: 6 },
}

/** The レイアウトコード of the banner and footer for a device and LINE requirement. */
export const layoutCode = (device: 'pc' | 'mobile', requirement: LineRequirement) => codes[device][requirement]
