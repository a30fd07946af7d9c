import type { QuotedItem } from '@kushi/contract/quote'
import { lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { formatYen } from '@kushi/values/yen'
import { lazy, Suspense, useEffect, useState } from 'react'
import { api } from '../../api.ts'
import { loadChunk } from '../../chunk/load-chunk.ts'
import { EmptyCart } from '../../parts/empty-cart.tsx'
import { intervalLabel } from '../../parts/interval.ts'
import type { RecommendationData } from '../../parts/recommended-goods.tsx'
import { useActing } from '../../state/acting.ts'
import type { CartEntry } from '../../state/cart.ts'
import { addToCart, changeQuantity, removeFromCart } from '../../state/cart-actions.ts'
import { endPagePurchase } from '../../state/page-purchase.ts'
import type { PurchaseKind } from '../../state/purchase-kind.ts'
import { useRegister } from '../../state/register.ts'
import { useQuote } from '../../state/use-quote.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { itemsToPrice, problemOf } from './cart-check.ts'
import { CartRow } from './cart-row.tsx'
import { RemovedRow } from './removed-row.tsx'
import { useCartCheck } from './use-cart-check.ts'
import { useCheckout } from './use-checkout.ts'

/** Both are one file, loaded while the quote that they show is on its way. */
const CartSummary = lazy(() => loadChunk(async () => ({ default: (await import('./cart-summary.tsx')).CartSummary })))
const AmazonCheckout = lazy(() =>
  loadChunk(async () => ({ default: (await import('../../payment/amazon/amazon-checkout.tsx')).AmazonCheckout })),
)

/** お届け間隔 of the whole subscription cart, as chosen on the product page. */
function Interval() {
  const pattern = useRegister((state) => state.delivery_pattern)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span className="text-leaf">
        <Icon name="repeat" />
      </span>
      お届け間隔 <strong className="font-medium">{intervalLabel(pattern)}</strong>
      <span className="text-muted">(次の画面で変更できます)</span>
    </p>
  )
}

interface CartTabProps {
  kind: PurchaseKind
  items: readonly CartEntry[]
  offered: RecommendationData | null | undefined
}

/** One of the two carts. */
export function CartTab({ kind, items, offered }: CartTabProps) {
  const isPeriodic = kind === 'periodic'
  useEffect(endPagePurchase, [])
  const [removed, setRemoved] = useState<{ item: CartEntry; index: number } | null>(null)
  const check = useCartCheck(items)
  const priced = useQuote({ items: itemsToPrice(items, check.problems), isPeriodic })
  const { isChecking, checkOut } = useCheckout(kind, check.checkNow)
  const isRefused = useActing() !== null && isPeriodic
  const remove = (item: CartEntry, index: number) => {
    setRemoved({ item, index })
    void removeFromCart(api, item).catch(() => setRemoved(null))
  }
  const undo = () => {
    if (removed) void addToCart(api, { ...removed.item, cart_item_id: null }).catch(() => {})
    setRemoved(null)
  }
  const rows = withServersPrices(items, priced.data?.items).map((item, index) => (
    <CartRow
      key={item.id}
      item={item}
      problem={problemOf(check.problems, item)}
      onRemove={() => remove(items[index] ?? item, index)}
      onQuantity={(quantity) => void changeQuantity(api, item, quantity).catch(() => {})}
    />
  ))
  if (removed)
    rows.splice(removed.index, 0, <RemovedRow key="removed" product_name={removed.item.product_name} onUndo={undo} />)
  const notices = check.left.length > 0 && (
    <div role="status" className="grid gap-3">
      {check.left.map((text) => (
        <Notice key={text} tone="warning">
          {text}
        </Notice>
      ))}
    </div>
  )
  if (items.length === 0)
    return (
      <>
        {notices}
        {removed && <ul>{rows}</ul>}
        <EmptyCart kind={kind} offered={offered} />
      </>
    )
  const button = isRefused ? (
    <p className="text-sm">定期便のお申し込みは、ご本人だけができます。</p>
  ) : (
    <Button wide pending={isChecking} onClick={checkOut}>
      {isPeriodic ? '定期便のお手続きへ' : 'ご購入手続きへ'}
    </Button>
  )
  return (
    <div className="grid grid-cols-1 gap-8 md:grid-cols-[1fr_360px] md:gap-12">
      <div className="grid content-start gap-3">
        {notices}
        {check.hasFailed && (
          <Notice tone="warning">在庫の確認ができませんでした。お手続きの前に、もう一度確認します。</Notice>
        )}
        {isPeriodic && <Interval />}
        {/* The line of the tabs is right above a single purchase. */}
        <ul className={`border-t ${isPeriodic ? 'border-line' : 'border-transparent'}`}>{rows}</ul>
      </div>
      <div className="grid content-start gap-4 md:sticky md:top-24 md:self-start">
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <CartSummary
            quote={priced.data?.summary}
            items={priced.data?.items ?? []}
            isPeriodic={isPeriodic}
            hasFailed={priced.error !== null}
            onRetry={priced.retry}
          />
        </Suspense>
        <div className="max-md:hidden">{button}</div>
        <Suspense>
          <AmazonCheckout kind={kind} quote={priced.data?.summary} isBlocked={check.problems.length > 0} />
        </Suspense>
      </div>
      <BottomBar>
        <div className="flex items-center gap-4">
          {/* As wide as most sums from the start, so that the button stays where it is when the sum arrives. */}
          <div className="grid min-w-24 shrink-0" aria-hidden="true">
            <span className="text-xs text-muted">
              {isPeriodic && lumpSumDeliveryCount(items) === null ? '1回目' : '合計'}(税込)
            </span>
            {priced.data ? (
              <span className="numeric text-lg font-medium leading-tight">
                {formatYen(priced.data.summary.payment_total)}
              </span>
            ) : (
              priced.isLoading && <Skeleton className="h-6 w-20" />
            )}
          </div>
          {button}
        </div>
      </BottomBar>
    </div>
  )
}

/** The items with the current prices of the server. An item without one keeps the price from when it was added. */
const withServersPrices = (items: readonly CartEntry[], priced: readonly QuotedItem[] = []): CartEntry[] =>
  items.map((item) => {
    const named = priced.find((one) => one.id === item.id && one.quantity === item.quantity)
    if (!named) return item
    const { price, following_price, subtotal, lump_sum_payment_flag, lump_sum_payment_num } = named
    return { ...item, price, following_price, subtotal, lump_sum_payment_flag, lump_sum_payment_num }
  })
