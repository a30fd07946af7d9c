import { blockKind, HEADING, LINK, PICTURE, WORDS } from '../kind.ts'

/** An offer for new customers. */
export const offerBlock = blockKind({
  kind: 'offer',
  name: 'はじめての方へ',
  fields: { ...HEADING, ...WORDS, ...PICTURE, ...LINK },
})
