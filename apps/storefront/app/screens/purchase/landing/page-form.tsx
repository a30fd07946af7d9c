import type { QuotedItem } from '@kushi/contract/quote'
import { useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { Form } from '../../../form/form.tsx'
import { isFriendOfShop } from '../../../line/require-friend.ts'
import { subscribePath } from '../../../navigate.ts'
import { orderOnPage, type PagePurchase, savePagePurchase } from '../../../state/page-purchase.ts'
import { kindOfCart, type PurchaseKind } from '../../../state/purchase-kind.ts'
import { beginAsNewcomer } from '../../../state/register.ts'
import { useCustomer } from '../../../state/session.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { type BegunAnswers, beginAnswers } from '../form/begin-answers.ts'
import { loadPurchaseData, type PurchaseData } from '../form/load-purchase.ts'
import { PurchaseSections } from '../form/purchase-sections.tsx'
import { PurchaseSummary } from '../form/purchase-summary.tsx'
import { SubmitBar } from '../form/submit-bar.tsx'
import { usePurchase } from '../form/use-purchase.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { Known, useKnown } from './known.tsx'
import type { loadLandingPage } from './load-landing-page.server.ts'

interface Loaded {
  data: PurchaseData
  begun: BegunAnswers
}

/** null: the shop sells to its friends on LINE only, and the visitor is none. */
async function load(kind: PurchaseKind, page: PagePurchase): Promise<Loaded | null> {
  if (!(await isFriendOfShop())) return null
  const data = await loadPurchaseData(kind, page)
  return { data, begun: beginAnswers(data) }
}

/** The form of the purchase, on the page of its goods. */
export function PageForm({ items }: { items: readonly QuotedItem[] }) {
  const { slug, intervals, payment_method_ids, cart_type } = useLoaderData<typeof loadLandingPage>().page
  const kind = kindOfCart(cart_type)
  const isKnown = useCustomer() !== undefined
  // Once: who registers with the order is a member before its confirmation is there.
  const loaded = useAnswer(isKnown ? slug : null, () => {
    const goods = items.map((item) => ({ ...item, cart_item_id: null }))
    return load(kind, { slug, intervals, payment_method_ids, items: goods })
  })
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
  return <LoadedForm {...loaded.data} />
}

const FriendsOnly = ({ slug }: { slug: string }) => (
  <>
    <Notice tone="leaf">お申し込みには、お店のLINEの友だちへの追加が必要です。</Notice>
    <ButtonLink to={subscribePath(orderOnPage({ slug }))} wide>
      LINEの友だちに追加して進む
    </ButtonLink>
  </>
)

function LoadedForm({ data, begun }: Loaded) {
  const { kind, page, customer } = data
  const [isBegun, setBegun] = useState(false)
  const purchase = usePurchase({ data, begun, isBegun })
  const known = useKnown(purchase)
  const isKept = useRef(false)
  /** Whoever turns to the form turns from the cart to this page. */
  const begin = () => {
    if (isKept.current) return
    isKept.current = true
    savePagePurchase(kind, page)
    if (!customer) beginAsNewcomer()
    setBegun(true)
  }
  return (
    <div onFocusCapture={begin} onPointerDownCapture={begin} onClickCapture={begin}>
      <Form form={purchase.form} className="grid grid-cols-1 gap-12" label="お申し込み" onSubmit={purchase.onSubmit}>
        {known.isShort && <Known known={known} />}
        <div hidden={known.isShort}>
          <PurchaseSections purchase={purchase} />
        </div>
        <div className="grid gap-6 border-t border-line pt-8">
          <PurchaseSummary {...purchase.summary} isOnPage />
          <SubmitBar {...purchase.bar} isOnPage />
        </div>
      </Form>
    </div>
  )
}
