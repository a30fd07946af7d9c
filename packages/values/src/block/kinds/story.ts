import { blockKind, HEADING, LINK, PICTURE, WORDS } from '../kind.ts'

/** Picture and words over the full width. */
export const storyBlock = blockKind({
  kind: 'story',
  name: '物語',
  fields: { ...HEADING, ...WORDS, ...PICTURE, ...LINK },
})
