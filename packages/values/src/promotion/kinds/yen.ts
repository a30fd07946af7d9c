import { MAX_YEN } from '../../limits.ts'
import { sum } from '../../sum.ts'
import { formatYen } from '../../yen.ts'
import { definePromotionKind, noDiscountOutcome, splitDiscount } from '../kind.ts'

/** A discount in yen on the goods together. */
export const yenKind = definePromotionKind({
  kind: 'yen',
  place: 'share',
  name: '円引き',
  fields: { yen: { label: '割引額', unit: '円', min: 1, max: MAX_YEN } },
  sentence: ({ yen }, goods) => `${goods}から合わせて${formatYen(yen)}引きます。`,
  offer: ({ yen }) => `${formatYen(yen)}引き`,
  gives: {
    off({ yen }, items) {
      const mosts = items.map(({ most }) => most)
      return splitDiscount(Math.min(yen, sum(mosts)), mosts)
    },
  },
  outcomes: noDiscountOutcome,
})
