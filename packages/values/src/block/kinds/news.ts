import { defineBlockKind, HEADING_FIELDS, LINK_FIELDS, PICTURE_FIELDS, TEXT_FIELDS } from '../kind.ts'

/** An announcement of the shop (お知らせ). */
export const newsBlock = defineBlockKind({
  kind: 'news',
  name: 'お知らせ',
  fields: { ...HEADING_FIELDS, ...TEXT_FIELDS, ...PICTURE_FIELDS, ...LINK_FIELDS },
})
