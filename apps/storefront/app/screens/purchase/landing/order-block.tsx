import type { QuotedItem } from '@kushi/contract/quote'
import { firstPaymentLabel, lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLoaderData, useLocation } from 'react-router'
import type { BlockProps } from '../../../blocks/block-props.ts'
import type { ShownBlock } from '../../../blocks/load-blocks.server.ts'
import { loadChunk } from '../../../chunk/load-chunk.ts'
import { loginPath } from '../../../navigate.ts'
import { AmountRows } from '../../../parts/amount-rows.tsx'
import { GiftList } from '../../../parts/gift-list.tsx'
import { LaterPrices } from '../../../parts/later-prices-list.tsx'
import { PriceNotes } from '../../../parts/price-notes.tsx'
import { PromotionList } from '../../../parts/promotion-list.tsx'
import { pagePurchase } from '../../../state/page-purchase.ts'
import { purchaseKinds } from '../../../state/purchase-kind.ts'
import { useCustomer } from '../../../state/session.ts'
import { useQuote } from '../../../state/use-quote.ts'
import { Band } from '../../../ui/band.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { OrderItems } from '../order-items.tsx'
import { FormSkeleton } from './form-skeleton.tsx'
import type { loadLandingPage } from './load-landing-page.server.ts'

/** The page's goods with each price, and the form to order them. */
export function OrderBlock({ block: { title, text } }: Pick<BlockProps<ShownBlock<'form'>>, 'block'>) {
  const { page, quote: pageQuote } = useLoaderData<typeof loadLandingPage>()
  const customer = useCustomer()
  const isPeriodic = page.cart_type === 1
  // A member may have prices of their own.
  const memberQuote = useQuote({
    items: customer ? page.items.map(({ product_sku_id: id, quantity }) => ({ id, quantity })) : [],
    isPeriodic,
    page,
  })
  const quote = memberQuote.data ?? pageQuote
  const unavailableItem = quote?.items.find((item) => item.is_out_stock || !item.visible)
  return (
    <Band title={title} {...(text && { lead: text })} isNarrow>
      <div id="order" className="grid w-full scroll-mt-24 gap-6">
        {!quote || quote.items.length < page.items.length ? (
          <PriceUnavailable slug={page.slug} isMember={Boolean(customer)} />
        ) : (
          <>
            <OrderItems items={quote.items} />
            <GiftList gifts={quote.summary.gifts} />
            <AmountRows
              amounts={quote.summary}
              totalLabel={isPeriodic ? firstPaymentLabel(quote.items) : 'お支払い合計'}
              isEstimate
            />
            {quote.summary.following && lumpSumDeliveryCount(quote.items) === null && (
              <LaterPrices later={quote.summary.later} note="税込" />
            )}
            <PriceNotes notes={quote.summary.notes} />
            <PromotionList promotions={quote.summary.promotions} />
            {unavailableItem ? (
              <SoldOut product_id={unavailableItem.product_id} />
            ) : (
              <>
                <BeforeYouOrder />
                <FormPlace items={quote.items} />
              </>
            )}
          </>
        )}
      </div>
    </Band>
  )
}

const PageForm = lazy(() => loadChunk(async () => ({ default: (await import('./page-form.tsx')).PageForm })))

/** Screens ahead of which the form is loaded. */
const LOAD_AHEAD_MARGIN = '800px'

/** The form, whose code is loaded when its place comes near, at once for who comes to it or back to it. */
function FormPlace({ items }: { items: readonly QuotedItem[] }) {
  const { slug } = useLoaderData<typeof loadLandingPage>().page
  const { hash, state } = useLocation()
  const [isNearViewport, setNearViewport] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const isFormRequested = hash === '#order' || Boolean(state)
  useEffect(() => {
    if (isFormRequested || purchaseKinds.some((kind) => pagePurchase(kind)?.slug === slug)) return setNearViewport(true)
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNearViewport(true),
      { rootMargin: LOAD_AHEAD_MARGIN },
    )
    observer.observe(container.current!)
    return () => observer.disconnect()
  }, [isFormRequested, slug])
  return (
    <div ref={container} className="grid gap-6">
      {isNearViewport ? (
        <Suspense fallback={<FormSkeleton />}>
          <PageForm items={items} />
        </Suspense>
      ) : (
        <FormSkeleton />
      )}
    </div>
  )
}

const BeforeYouOrder = () => (
  <p className="text-sm text-muted">
    ご注文は、次の画面で内容をご確認いただいたあとに確定します。
    <Link to="/contents/defrayal.html" className="text-link inline-flex min-h-tap items-center">
      特定商取引法に基づく表記
    </Link>
  </p>
)

const SoldOut = ({ product_id }: { product_id: number }) => (
  <>
    <Notice tone="warning">ただいま品切れのため、お申し込みいただけません。</Notice>
    <ButtonLink to={`/products/detail/${product_id}#restock`} look="secondary" wide>
      商品のページで再入荷のお知らせを受け取る
    </ButtonLink>
  </>
)

/** A shop that shows prices to its members only, or goods that are not sold any more. */
const PriceUnavailable = ({ slug, isMember }: { slug: string; isMember: boolean }) => (
  <>
    <Notice>
      ただいまお申し込みいただけません。{!isMember && '会員の方は、ログインするとお進みいただける場合があります。'}
    </Notice>
    {!isMember && (
      <ButtonLink to={loginPath(`/lp/${slug}`)} look="secondary" wide>
        ログイン
      </ButtonLink>
    )}
  </>
)
