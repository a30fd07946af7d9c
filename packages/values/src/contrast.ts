/**
 * The darkest background on which the shop shows its colours as text (`sand` of the theme). White text on them has more
 * contrast.
 */
const GROUND = '#f3f0e9'
/** WCAG 2.2, level AA, for text. */
export const MIN_CONTRAST = 4.5

/** Whether it is a colour as in the shop's settings: `#a4303f`. */
export const isColor = (color: string): boolean => /^#[0-9a-f]{6}$/.test(color)

/** Returns 明暗の差 of two colours: 1 (none) to 21. */
export function contrastRatio(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** The contrast of a shop's colour on the background where it is lowest. */
export const lowestContrastOnShopBackground = (color: string): number => contrastRatio(color, GROUND)

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
