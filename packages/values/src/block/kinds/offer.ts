import { defineBlockKind, HEADING_FIELDS, LINK_FIELDS, PICTURE_FIELDS, TEXT_FIELDS } from '../kind.ts'

/** An offer for new customers. */
export const offerBlock = defineBlockKind({
  kind: 'offer',
  name: 'はじめての方へ',
  fields: { ...HEADING_FIELDS, ...TEXT_FIELDS, ...PICTURE_FIELDS, ...LINK_FIELDS },
})
