import type { QuotedGift } from '@kushi/contract/quote'
import { itemName } from '@kushi/values/product'
import { formatYen } from '@kushi/values/yen'
import { Picture } from '../ui/picture.tsx'

/** プレゼント: goods that come with the delivery at 0 yen. */
export function GiftList({ gifts }: { gifts: readonly QuotedGift[] }) {
  if (gifts.length === 0) return null
  return (
    <ul aria-label="プレゼント" className="grid gap-3 rounded-base bg-leaf-tint p-3 text-sm">
      {gifts.map((gift) => (
        <li key={gift.gift_promotion_id} className="flex items-center gap-3">
          <div className="w-12 shrink-0">
            <Picture path={gift.product_image} alt="" sizes="48px" position="near" />
          </div>
          <div className="grid grow">
            <span className="text-xs text-leaf">プレゼント</span>
            <span>{itemName(gift)}</span>
            <span className="numeric flex justify-between text-muted">
              <span>{gift.quantity}点</span>
              <span>{formatYen(0)}</span>
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
