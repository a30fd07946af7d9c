import type { Quote, QuotedItem } from '@kushi/contract/quote'
import { firstPaymentLabel, lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { Link } from 'react-router'
import { AmountRows } from '../../../parts/amount-rows.tsx'
import { CouponField } from '../../../parts/coupon-field.tsx'
import { GiftList } from '../../../parts/gift-list.tsx'
import { LaterPrices } from '../../../parts/later-prices-list.tsx'
import { PriceNotes } from '../../../parts/price-notes.tsx'
import { PromotionList } from '../../../parts/promotion-list.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OrderItems } from '../order-items.tsx'

interface PurchaseSummaryProps {
  items: readonly QuotedItem[]
  quote: Quote | undefined
  isPeriodic: boolean
  hasFailed: boolean
  onRetry: () => void
  /** On a 申し込みページ. */
  isOnLandingPage?: boolean
  /** Its goods stand above. */
  areItemsShownAbove?: boolean
}

/** ご注文の内容: beside the form, or collapsed above it on a phone. */
export function PurchaseSummary({ isFolded = false, ...props }: PurchaseSummaryProps & { isFolded?: boolean }) {
  const { items, quote } = props
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  if (!isFolded)
    return (
      <section aria-label="ご注文の内容" className="grid gap-4">
        <Content {...props} />
      </section>
    )
  return (
    <details className="group border-y border-line">
      <summary className="flex min-h-tap list-none items-center gap-2 py-2 [&::-webkit-details-marker]:hidden">
        <Icon name="bag" />
        <span className="grow">
          ご注文の内容<span className="numeric text-sm text-muted">({count}点)</span>
        </span>
        {quote && <span className="numeric font-medium whitespace-nowrap">{formatYen(quote.payment_total)}</span>}
        <span className="transition-transform group-open:rotate-180">
          <Icon name="down" size={16} />
        </span>
      </summary>
      <div className="grid gap-4 pb-4 pt-2">
        <Content {...props} />
      </div>
    </details>
  )
}

function Content(props: PurchaseSummaryProps) {
  const { items, quote, isPeriodic, hasFailed, onRetry, isOnLandingPage = false, areItemsShownAbove = false } = props
  if (hasFailed && !quote)
    return <ErrorState title="金額を計算できませんでした" text="通信の状態をお確かめください。" onRetry={onRetry} />
  if (!quote) return <Skeleton className="h-64 w-full" />
  return (
    <>
      {!areItemsShownAbove && <OrderItems items={items} />}
      <GiftList gifts={quote.gifts} />
      <AmountRows amounts={quote} totalLabel={isPeriodic ? firstPaymentLabel(items) : 'お支払い合計'} />
      {quote.following && lumpSumDeliveryCount(items) === null && <LaterPrices later={quote.later} note="税込" />}
      <PriceNotes notes={quote.notes} />
      <PromotionList promotions={quote.promotions} isEditable />
      <CouponField />
      {!isOnLandingPage && (
        <p className="text-sm">
          <Link to="/cart" className="text-link inline-flex min-h-tap items-center">
            カートに戻って変更する
          </Link>
        </p>
      )}
    </>
  )
}
