import { defineBlockKind, HEADING_FIELDS, LINK_FIELDS, TEXT_FIELDS } from '../kind.ts'

/** The first お客様の声. */
export const voicesBlock = defineBlockKind({
  kind: 'voices',
  name: 'お客様の声',
  source: {
    path: '/content/voices',
    name: 'お客様の声',
    shown: 'の上から3件が出ます。表示中の声がないあいだは、この部品ごと出ません。',
  },
  fields: { ...HEADING_FIELDS, ...TEXT_FIELDS, ...LINK_FIELDS },
})
