import type { QuotedPromotion } from '@kushi/contract/quote'
import { removeCoupon } from '../state/coupons.ts'

interface PromotionListProps {
  promotions: readonly QuotedPromotion[]
  /** Codes can be taken back here. */
  isEditable?: boolean
}

/** 特典: what applies and until when, what does not and why, what is missing. */
export function PromotionList({ promotions, isEditable = false }: PromotionListProps) {
  // What a discount takes off stands among the amounts; here is what they don't say.
  const shownPromotions = promotions.filter(
    (one) =>
      !one.is_applied || one.discount_amount === 0 || one.message !== '' || (isEditable && one.coupon_code !== null),
  )
  if (shownPromotions.length === 0) return null
  return (
    <ul aria-label="特典" className="grid gap-3 text-sm">
      {shownPromotions.map((one) => (
        <li key={`${one.promotion_id}:${one.coupon_code}`} className="grid gap-0.5">
          <span className="flex items-start justify-between gap-3">
            <span className={one.is_applied ? 'font-medium text-leaf' : ''}>{titleOf(one)}</span>
            {isEditable && one.coupon_code !== null && (
              <button
                type="button"
                aria-label={`${one.promotion_name}のクーポンを外す`}
                className="text-link shrink-0 text-muted"
                onClick={() => removeCoupon(one.coupon_code ?? '')}
              >
                外す
              </button>
            )}
          </span>
          {one.message && <span className="text-muted">{one.message}</span>}
        </li>
      ))}
    </ul>
  )
}

const titleOf = ({ promotion_name, is_applied }: QuotedPromotion): string =>
  is_applied ? `${promotion_name}を適用中` : promotion_name
