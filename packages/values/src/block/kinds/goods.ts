import { blockKind, HEADING, LINK, WORDS } from '../kind.ts'

/** Some products, of one category or of all. */
export const goodsBlock = blockKind({
  kind: 'goods',
  name: '商品',
  fields: {
    ...HEADING,
    ...WORDS,
    category: {
      input: 'category',
      label: 'カテゴリ',
      title: 'カテゴリ',
      description: 'Category. As a parameter: its slug.',
    },
    ...LINK,
  },
})
