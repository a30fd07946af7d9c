/** A name in 「」. 「」 inside the name become 『』: 「純椿油『しずく』」. */
export const quoted = (name: string): string => `「${name.replaceAll('「', '『').replaceAll('」', '』')}」`
