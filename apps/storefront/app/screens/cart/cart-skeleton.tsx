import { useEffect, useEffectEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { EmptyCart } from '../../parts/empty-cart.tsx'
import type { RecommendationData } from '../../parts/recommended-goods.tsx'
import { useScriptMark } from '../../script-mark.ts'
import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { CartNotes } from './cart-notes.tsx'
import { CartRow } from './cart-row.tsx'
import drawCart from './draw-cart.ts?inline-script'
import { placeholders, rowSamples } from './row-samples.ts'

const tabs = [
  { value: 'normal', label: '通常購入' },
  { value: 'periodic', label: '定期購入' },
]

interface CartSkeletonProps {
  offered: RecommendationData | null
  onHydrated: () => void
}

const nothing = () => {}

/** The page has them; the browser's bundle need not, and React keeps what it did not render. */
const RowSamples = () =>
  import.meta.env.SSR ? (
    <div hidden data-placeholders={JSON.stringify(placeholders)}>
      {Object.entries(rowSamples).map(([kind, item]) => (
        <ul key={kind} data-sample={kind}>
          <CartRow item={item} position="later" onRemove={nothing} onQuantity={nothing} />
        </ul>
      ))}
    </div>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing
    <div hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  )

/**
 * The cart before its owner is known. The page is cached for all visitors and contains each variant: empty, the cart of
 * this browser, and placeholders for a member's cart. `press/early.ts` decides which one is visible.
 */
export function CartSkeleton({ offered, onHydrated }: CartSkeletonProps) {
  const mark = useScriptMark()
  const [query] = useSearchParams()
  const isPeriodic = query.get('tab') === 'periodic'
  const report = useEffectEvent(onHydrated)
  useEffect(() => report(), [])
  return (
    <Page>
      <div className="min-h-svh">
        <PageHeading>カート</PageHeading>
        <nav aria-label="お買いものの種類" className="flex border-b border-line">
          {tabs.map(({ value, label }, type) => (
            <Link
              key={value}
              to={{ search: `tab=${value}` }}
              aria-current={(value === 'periodic') === isPeriodic ? 'true' : undefined}
              className="-mb-px grid min-h-tap grow place-content-center border-b-2 border-transparent px-4 text-muted aria-current:border-ink aria-current:font-medium aria-current:text-ink"
            >
              <span>
                {label}
                <span suppressHydrationWarning data-early-count={type} className="numeric ml-1 text-sm">
                  (0)
                </span>
              </span>
            </Link>
          ))}
        </nav>
        <div className="pt-6">
          <div className="if-cart-empty">
            <EmptyCart kind={isPeriodic ? 'periodic' : 'normal'} offered={offered} />
          </div>
          <div className="if-cart-filled grid grid-cols-1 gap-8 md:grid-cols-[1fr_360px] md:gap-12">
            <RowSamples />
            {/* The script below fills the list, before the browser can paint what comes after it. React does not touch
                content that it did not render. */}
            <ul
              data-early-cart
              inert
              className={`border-t ${isPeriodic ? 'border-line' : 'border-transparent'}`}
              suppressHydrationWarning
              // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing
              dangerouslySetInnerHTML={{ __html: '' }}
            />
            <script
              nonce={mark}
              suppressHydrationWarning
              // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file
              dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? drawCart : '' }}
            />
            <div className="grid content-start gap-4">
              <Loading>
                <Skeleton className="h-64 w-full" />
              </Loading>
              <CartNotes />
            </div>
          </div>
          <div className="if-cart-unknown">
            <Loading>
              <div className="grid gap-8 md:grid-cols-[1fr_360px] md:gap-12">
                <div className="grid gap-6">
                  <Skeleton className="h-52 w-full" />
                  <Skeleton className="h-52 w-full" />
                </div>
                <Skeleton className="h-64 w-full" />
              </div>
            </Loading>
          </div>
        </div>
      </div>
    </Page>
  )
}
