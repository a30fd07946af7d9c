import { defineBlockKind, HEADING_FIELDS, LINK_FIELDS, TEXT_FIELDS } from '../kind.ts'

/** The newest 読みもの. */
export const journalBlock = defineBlockKind({
  kind: 'journal',
  name: '読みもの',
  fields: { ...HEADING_FIELDS, ...TEXT_FIELDS, ...LINK_FIELDS },
})
