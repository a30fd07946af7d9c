import { definePromotionKind } from '../kind.ts'

/** プレゼント: pieces of a SKU at 0 yen, while it is in stock. */
export const giftKind = definePromotionKind({
  kind: 'gift',
  place: 'gift',
  name: 'プレゼント(商品を0円で付ける)',
  fields: {
    product_sku_id: {
      label: 'プレゼント',
      hint: '公開していない商品も選べます。在庫から引かれ、なくなると自動的に終わります。',
      is_sku: true,
      description: 'The SKU that is given; its product may be hidden.',
    },
    pieces: { label: '点数', form_label: '付ける点数', unit: '点', min: 1, max: 9, fresh: 1 },
  },
  sentence: ({ pieces }, goods, gift) =>
    `${goods}をお買い上げの方に「${gift}」を${pieces}点お付けします(在庫があるかぎり)。`,
  offer: ({ pieces }, gift) => `「${gift}」${pieces > 1 ? `${pieces}点` : ''}をプレゼント`,
  gives: { gift: (values) => values },
  outcomes: {
    sold_out: 'プレゼントが品切れのため、今回はお付けできません。',
    no_room: 'この内容では、プレゼントを一緒にお送りできません。',
    over_fifth: '割引のあとのお買い上げの額が足りないため、プレゼントをお付けできません。',
  },
})
