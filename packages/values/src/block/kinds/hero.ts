import { blockKind, HEADING, LINK, PICTURE, WORDS } from '../kind.ts'

/** Introduces the shop or the page. The first title is the h1. */
export const heroBlock = blockKind({
  kind: 'hero',
  name: '大きな写真と言葉',
  fields: { ...HEADING, ...WORDS, ...PICTURE, ...LINK },
})
