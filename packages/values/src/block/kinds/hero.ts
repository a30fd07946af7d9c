import { defineBlockKind, HEADING_FIELDS, LINK_FIELDS, PICTURE_FIELDS, TEXT_FIELDS } from '../kind.ts'

/** Introduces the shop or the landing page at its top. The title of the first such block is the page's h1. */
export const heroBlock = defineBlockKind({
  kind: 'hero',
  name: '大きな写真と言葉',
  fields: { ...HEADING_FIELDS, ...TEXT_FIELDS, ...PICTURE_FIELDS, ...LINK_FIELDS },
})
