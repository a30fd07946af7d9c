import { MAX_YEN } from '../../limits.ts'
import { sum } from '../../sum.ts'
import { formatYen } from '../../yen.ts'
import { definePromotionKind, noDiscountOutcome, splitDiscount } from '../kind.ts'

/**
 * A fixed price for every given number of pieces (よりどり). The dearest pieces are grouped first, and a group that would
 * become dearer keeps its prices.
 */
export const setPriceKind = definePromotionKind({
  kind: 'set_price',
  place: 'price',
  name: 'よりどり(○点で○円)',
  fields: {
    pieces: { label: '点数', unit: '点で', min: 2, max: 99 },
    price: { label: '価格', form_label: '価格(税込)', unit: '円', min: 0, max: MAX_YEN },
  },
  sentence: ({ pieces, price }, goods) => `${goods}から${pieces}点選ぶごとに${formatYen(price)}にします。`,
  offer: ({ pieces, price }) => `${pieces}点で${formatYen(price)}`,
  gives: {
    off({ pieces: size, price }, items) {
      const dearest = items
        .map(({ pieces, rest }, index) => ({ index, pieces, rest, each: pieces === 0 ? 0 : rest / pieces }))
        .filter(({ rest }) => rest > 0)
        .sort((a, b) => b.each - a.each || a.index - b.index)
      const queue = dearest.flatMap(({ index, pieces }) => Array.from({ length: pieces }, () => index))
      const taken = items.map(() => 0)
      const worths = () =>
        items.map(({ pieces, rest }, n) => (pieces === 0 ? 0 : Math.floor((rest * taken[n]!) / pieces)))
      // As many sets as give most: rounding lets a later one give more than one before.
      let best = { gain: 0, worths: worths() }
      for (let sets = 1; sets * size <= queue.length; sets++) {
        for (const n of queue.slice((sets - 1) * size, sets * size)) taken[n]! += 1
        const now = worths()
        const gain = sum(now) - sets * price
        if (gain > best.gain) best = { gain, worths: now }
      }
      return splitDiscount(best.gain, best.worths)
    },
  },
  outcomes: noDiscountOutcome,
})
