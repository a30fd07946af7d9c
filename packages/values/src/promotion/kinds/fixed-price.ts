import { MAX_YEN } from '../../limits.ts'
import { formatYen } from '../../yen.ts'
import { definePromotionKind, noDiscountOutcome } from '../kind.ts'

/** A fixed price for each piece that costs more without it. */
export const fixedPriceKind = definePromotionKind({
  kind: 'fixed_price',
  place: 'price',
  name: '1点の価格を決める',
  fields: { price: { label: '価格', form_label: '価格(税込)', unit: '円', min: 0, max: MAX_YEN } },
  sentence: ({ price }, goods) => `${goods}を1点${formatYen(price)}にします。`,
  offer: ({ price }) => `1点${formatYen(price)}`,
  gives: { off: ({ price }, items) => items.map(({ pieces, rest }) => Math.max(0, rest - price * pieces)) },
  outcomes: noDiscountOutcome,
})
