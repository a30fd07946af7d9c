import { defineBlockKind, HEADING_FIELDS, LINK_FIELDS, TEXT_FIELDS } from '../kind.ts'

/** Some products, of one category or of all. */
export const goodsBlock = defineBlockKind({
  kind: 'goods',
  name: '商品',
  fields: {
    ...HEADING_FIELDS,
    ...TEXT_FIELDS,
    category: {
      input: 'category',
      label: 'カテゴリ',
      title: 'カテゴリ',
      description: 'Category. As a parameter: its slug.',
    },
    ...LINK_FIELDS,
  },
})
