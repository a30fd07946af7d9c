import type { Quote, QuotedItem } from '@kushi/contract/quote'
import { firstPaymentLabel, lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { AmountRows } from '../../parts/amount-rows.tsx'
import { CouponField } from '../../parts/coupon-field.tsx'
import { GiftList } from '../../parts/gift-list.tsx'
import { isOtherLater, LaterPrices } from '../../parts/later-prices-list.tsx'
import { PriceNotes } from '../../parts/price-notes.tsx'
import { PromotionList } from '../../parts/promotion-list.tsx'
import { itemsOfType, totalQuantity, useCartItems } from '../../state/cart.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CartNotes } from './cart-notes.tsx'

interface CartSummaryProps {
  quote: Quote | undefined
  items: readonly QuotedItem[]
  isPeriodic: boolean
  hasFailed: boolean
  onRetry: () => void
}

/** The sums of the cart, computed by the server. */
export function CartSummary({ quote, items, isPeriodic, hasFailed, onRetry }: CartSummaryProps) {
  if (hasFailed && !quote)
    return <ErrorState title="金額を計算できませんでした" text="通信の状態をお確かめください。" onRetry={onRetry} />
  if (!quote) return <Skeleton className="h-64 w-full" />
  return (
    <section aria-label="合計金額" className="grid gap-4">
      {/* One announcement for screen readers for each change of the sums. */}
      <p role="status" className="sr-only">
        {`合計 ${formatYen(quote.payment_total)}`}
        {quote.delivery_free_amount !== null &&
          quote.free_remaining > 0 &&
          `、あと${formatYen(quote.free_remaining)}で送料無料`}
      </p>
      <FreeDelivery quote={quote} />
      <AmountRows amounts={quote} isEstimate totalLabel={isPeriodic ? firstPaymentLabel(items) : '合計'} />
      {lumpSumDeliveryCount(items) === null && isOtherLater(quote) && (
        <LaterPrices later={quote.later} note="税込・送料込み" />
      )}
      <GiftList gifts={quote.gifts} />
      <PriceNotes notes={quote.notes} />
      <PromotionList promotions={quote.promotions} isEditable />
      <CouponField />
      <OtherCart isPeriodic={isPeriodic} />
      <CartNotes />
    </section>
  )
}

/** The law's confirmation shows one kind of purchase, so the other cart is ordered separately. */
function OtherCart({ isPeriodic }: { isPeriodic: boolean }) {
  const count = totalQuantity(itemsOfType(useCartItems(), isPeriodic ? 0 : 1))
  if (count === 0) return null
  return (
    <p className="text-sm">
      {isPeriodic ? '通常購入' : '定期購入'}の商品({count}点)は、この合計に含まれません。別にお手続きください。
    </p>
  )
}

/** 「あと○○円で送料無料」, with a progress bar. */
function FreeDelivery({ quote }: { quote: Quote }) {
  const { delivery_free_amount: threshold, free_remaining: remaining } = quote
  if (threshold === null) return null
  const share = Math.min(100, Math.round(((threshold - remaining) / threshold) * 100))
  return (
    <div className="grid gap-2 rounded-base bg-leaf-tint p-4 text-sm">
      <p className="flex items-center gap-2">
        <span className="text-leaf">
          <Icon name={remaining > 0 ? 'truck' : 'check'} />
        </span>
        {remaining > 0 ? (
          <span>
            あと<strong className="numeric px-1 text-base text-leaf">{formatYen(remaining)}</strong>で送料無料です
          </span>
        ) : (
          <span>送料無料でお届けします</span>
        )}
      </p>
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-line">
        <div className="h-full bg-leaf transition-all" style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}
