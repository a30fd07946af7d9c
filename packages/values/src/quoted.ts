/**
 * A name in 「」. What it has in 「」 itself stands in 『』 there: 「純椿油『しずく』」.
 */
export const quoted = (name: string): string => `「${name.replaceAll('「', '『').replaceAll('」', '』')}」`
