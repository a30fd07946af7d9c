import { blockKind, HEADING, LINK, WORDS } from '../kind.ts'

/** The newest 読みもの. */
export const journalBlock = blockKind({
  kind: 'journal',
  name: '読みもの',
  fields: { ...HEADING, ...WORDS, ...LINK },
})
