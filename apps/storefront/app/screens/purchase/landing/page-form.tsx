import type { QuotedItem } from '@kushi/contract/quote'
import { useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { Form } from '../../../form/form.tsx'
import { isFriendOfShop } from '../../../line/require-friend.ts'
import { subscribePath } from '../../../navigate.ts'
import type { CartEntry } from '../../../state/cart.ts'
import { itemsBefore, shownOffers } from '../../../state/order-offers.ts'
import { orderOnPage, type PagePurchase, pagePurchase, savePagePurchase } from '../../../state/page-purchase.ts'
import { kindOfCart, type PurchaseKind, purchaseKinds } from '../../../state/purchase-kind.ts'
import { beginAsNewcomer } from '../../../state/register.ts'
import { useCustomer } from '../../../state/session.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type PrefetchedAnswers, prefetchAnswers } from '../form/begin-answers.ts'
import { loadPurchaseData, type PurchaseData } from '../form/load-purchase.ts'
import { OfferBeside, OfferInstead } from '../form/offer-choices.tsx'
import { PurchaseSections } from '../form/purchase-sections.tsx'
import { PurchaseSummary } from '../form/purchase-summary.tsx'
import { SubmitBar } from '../form/submit-bar.tsx'
import type { ReplacePurchase } from '../form/use-offers.ts'
import { usePurchase } from '../form/use-purchase.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { KnownFacts, useKnownFacts } from './known.tsx'
import type { loadLandingPage } from './load-landing-page.server.ts'
import { useFormVisit } from './use-form-visit.ts'

interface Loaded {
  data: PurchaseData
  prefetched: PrefetchedAnswers
}

/** null: the shop sells to its friends on LINE only, and the visitor is none. */
async function load(kind: PurchaseKind, page: PagePurchase): Promise<Loaded | null> {
  if (!(await isFriendOfShop())) return null
  const data = await loadPurchaseData(kind, page)
  return { data, prefetched: prefetchAnswers(data) }
}

/** What the form orders: the page's goods, or what its offers made of them. */
interface OrderedPurchase {
  kind: PurchaseKind
  page: PagePurchase
}

/** The form of the purchase, on the page of its goods. */
export function PageForm(props: { items: readonly QuotedItem[] }) {
  const { slug, is_preview } = useLoaderData<typeof loadLandingPage>().page
  const place = useRef<HTMLDivElement>(null)
  useFormVisit(place, slug, !is_preview)
  return (
    <div ref={place} className="contents">
      <FormOfPage {...props} />
    </div>
  )
}

function FormOfPage({ items }: { items: readonly QuotedItem[] }) {
  const { slug, intervals, payment_method_ids, cart_type } = useLoaderData<typeof loadLandingPage>().page
  const initialPurchase = (): OrderedPurchase => ({
    kind: kindOfCart(cart_type),
    page: { slug, intervals, payment_method_ids, items: items.map((item) => ({ ...item, cart_item_id: null })) },
  })
  const [ordered, setOrdered] = useState(() => restoredPurchase(initialPurchase()) ?? initialPurchase())
  const isKnown = useCustomer() !== undefined
  // Once: who registers with the order is a member before its confirmation is there.
  const loaded = useAnswer(isKnown ? `${slug} ${ordered.kind}` : null, () => load(ordered.kind, ordered.page))
  const replacePurchase: ReplacePurchase = (kind, items) => {
    const page = { ...ordered.page, items, intervals: kind === initialPurchase().kind ? intervals : [] }
    savePagePurchase(kind, page)
    if (kind !== ordered.kind) savePagePurchase(ordered.kind, null)
    setOrdered({ kind, page })
  }
  if (loaded.error)
    return (
      <ErrorState
        title="お申し込みの入力欄を読み込めませんでした"
        text="通信の状態をお確かめください。"
        onRetry={loaded.retry}
      />
    )
  if (loaded.data === undefined) return <FormSkeleton />
  if (loaded.data === null) return <FriendsOnly slug={slug} />
  const { data, prefetched } = loaded.data
  // The form of before stays until that of the other kind is there.
  const page = data.kind === ordered.kind ? ordered.page : data.page
  return (
    <LoadedForm key={data.kind} data={{ ...data, page }} prefetched={prefetched} replacePurchase={replacePurchase} />
  )
}

/** The purchase of this page that goes on with what was taken of its offers, if the page has still those goods. */
function restoredPurchase({ kind: ownKind, page: own }: OrderedPurchase): OrderedPurchase | null {
  const linesOf = (items: readonly CartEntry[]) =>
    JSON.stringify(items.map(({ id, quantity, subscription }) => [id, quantity, subscription]).sort())
  for (const kind of purchaseKinds) {
    const kept = pagePurchase(kind)
    if (kept?.slug !== own.slug) continue
    const shown = shownOffers(kind, kept, kept.items)
    const isTaken = shown.some(({ is_taken }) => is_taken)
    if (isTaken && linesOf(itemsBefore(kept.items, shown)) === linesOf(own.items))
      return { kind, page: { ...own, items: kept.items, intervals: kind === ownKind ? own.intervals : [] } }
  }
  return null
}

const FriendsOnly = ({ slug }: { slug: string }) => (
  <>
    <Notice tone="leaf">お申し込みには、お店のLINEの友だちへの追加が必要です。</Notice>
    <ButtonLink to={subscribePath(orderOnPage({ slug }))} wide>
      LINEの友だちに追加して進む
    </ButtonLink>
  </>
)

function LoadedForm({ data, prefetched, replacePurchase }: Loaded & { replacePurchase: ReplacePurchase }) {
  const { kind, page, customer } = data
  const [isStarted, setStarted] = useState(false)
  const purchase = usePurchase({ data, prefetched, isStarted, replacePurchase })
  const known = useKnownFacts(purchase)
  const isSaved = useRef(false)
  /** Whoever turns to the form turns from the cart to this page. */
  const begin = () => {
    if (isSaved.current) return
    isSaved.current = true
    savePagePurchase(kind, page)
    if (!customer) beginAsNewcomer()
    setStarted(true)
  }
  return (
    <div onFocusCapture={begin} onPointerDownCapture={begin} onClickCapture={begin}>
      <Form form={purchase.form} className="grid grid-cols-1 gap-12" label="お申し込み" onSubmit={purchase.onSubmit}>
        <OfferInstead offers={purchase.offers} />
        {known.isShort && <KnownFacts known={known} />}
        <div hidden={known.isShort}>
          <PurchaseSections purchase={purchase} />
        </div>
        <div className="grid gap-6 border-t border-line pt-8">
          <PurchaseSummary
            {...purchase.summary}
            isOnLandingPage
            areItemsShownAbove={!purchase.offers.shown.some(({ is_taken }) => is_taken)}
          />
          <OfferBeside offers={purchase.offers} />
          <SubmitBar {...purchase.bar} isOnLandingPage />
        </div>
      </Form>
    </div>
  )
}
