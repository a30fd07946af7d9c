import { defineBlockKind, HEADING_FIELDS, LINK_FIELDS, PICTURE_FIELDS, TEXT_FIELDS } from '../kind.ts'

/** Picture and words over the full width. */
export const storyBlock = defineBlockKind({
  kind: 'story',
  name: '物語',
  fields: { ...HEADING_FIELDS, ...TEXT_FIELDS, ...PICTURE_FIELDS, ...LINK_FIELDS },
})
