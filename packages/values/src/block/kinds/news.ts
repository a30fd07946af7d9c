import { blockKind, HEADING, LINK, PICTURE, WORDS } from '../kind.ts'

/** What is new. */
export const newsBlock = blockKind({
  kind: 'news',
  name: 'お知らせ',
  fields: { ...HEADING, ...WORDS, ...PICTURE, ...LINK },
})
