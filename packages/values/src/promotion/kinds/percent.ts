import { sum } from '../../sum.ts'
import { definePromotionKind, noDiscountOutcome, splitDiscount } from '../kind.ts'

/** A discount in percent of the goods; 100 makes them free. */
export const percentKind = definePromotionKind({
  kind: 'percent',
  place: 'share',
  name: '%引き',
  fields: { percent: { label: '割引率', unit: '%', min: 1, max: 100, title: '割引率' } },
  sentence: ({ percent }, goods) => `${goods}を${percent}%引きにします。`,
  offer: ({ percent }) => `${percent}%引き`,
  gives: {
    off({ percent }, items) {
      const rests = items.map(({ rest }) => rest)
      return splitDiscount(Math.floor((sum(rests) * percent) / 100), rests)
    },
  },
  outcomes: noDiscountOutcome,
})
