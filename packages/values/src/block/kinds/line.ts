import { blockKind, HEADING, LINK, PICTURE, WORDS } from '../kind.ts'

/** What LINE is good for. */
export const lineBlock = blockKind({
  kind: 'line',
  name: 'LINE',
  fields: { ...HEADING, ...WORDS, ...PICTURE, ...LINK },
})
