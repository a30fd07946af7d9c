import { defineBlockKind, HEADING_FIELDS, LINK_FIELDS, PICTURE_FIELDS, TEXT_FIELDS } from '../kind.ts'

/** Explains what customers get from the shop on LINE. */
export const lineBlock = defineBlockKind({
  kind: 'line',
  name: 'LINE',
  fields: { ...HEADING_FIELDS, ...TEXT_FIELDS, ...PICTURE_FIELDS, ...LINK_FIELDS },
})
