import type { Order } from '@kushi/contract/order'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { lazy, Suspense, useEffect, useState } from 'react'
import { redirect, useRevalidator } from 'react-router'
import { api, quietApi } from '../../api.ts'
import { loadBlocks } from '../../extensions/load-blocks.ts'
import { Slot } from '../../extensions/slot.tsx'
import { loginPath } from '../../navigate.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { environment } from '../../state/environment.ts'
import { hasOrderOffers } from '../../state/order-offers.ts'
import { kindOfPath } from '../../state/purchase-kind.ts'
import { sessionStore, useCustomer } from '../../state/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeading, SectionHeading } from '../../ui/heading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/complete.ts'
import { Awaited } from './complete/awaited.tsx'
import { OrderNumber } from './complete/order-number.tsx'
import { OrderSummary } from './complete/order-summary.tsx'
import { PaymentFailed } from './complete/payment-failed.tsx'
import { Pending } from './complete/pending.tsx'
import { Received } from './complete/received.tsx'
import { useOrderMeasured } from './complete/use-settled.ts'
import { PurchaseSteps } from './steps.tsx'

/** Only for who agreed to be measured. */
const AdFrames = lazy(() => import('./complete/ad-frames.tsx'))

export const meta: Route.MetaFunction = ({ matches, loaderData }) => privatePage(matches, titleOf(loaderData?.order))

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const loaded = await loadComplete(url)
  const { order } = loaded
  return { ...loaded, blocks: order ? await loadBlocks(['order-complete'], quietApi, { order }) : undefined }
}
clientLoader.hydrate = true as const

export const HydrateFallback = () => (
  <Page width="text">
    <PageHeading>ご注文</PageHeading>
    <Loading>
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-48 w-full" />
    </Loading>
  </Page>
)

/** A screen reader says the title first, after the way back from the bank too. */
const titleOf = (order: Order | null | undefined) => {
  if (!order) return 'ご注文'
  if (order.to_pay) return 'ご注文の受付'
  if (order.status === 'payment_error') return 'お支払いができませんでした'
  return order.status === 'payment_pending' ? 'お支払いの確認' : 'ご注文の完了'
}

/** Shows the state of the order. It only reads, so a reload or the back button never orders again. */
export default function Complete({ loaderData }: Route.ComponentProps) {
  const { kind, order, order_no, offer, offersLine, blocks } = loaderData
  const isHeld = order?.is_held ?? false
  const toPay = order?.to_pay ?? null
  const isPending = order?.status === 'payment_pending' && !isHeld && toPay === null
  const isCard = order?.payment_method_id === PAYMENT_METHOD.credit_card
  const poll = usePoll(isPending)
  const isMeasured = useOrderMeasured(kind, order)
  return (
    <Page width="text">
      {order === null ? (
        <>
          <PageHeading>ご注文が見つかりません</PageHeading>
          <EmptyState title="このご注文は見つかりませんでした" text="ログイン中の会員さまのご注文だけを表示できます。">
            <ButtonLink to="/mypage/history">注文履歴を見る</ButtonLink>
          </EmptyState>
        </>
      ) : isPending ? (
        <Pending kind={kind} order_no={order_no} isCard={isCard} onAgain={poll.again} {...poll} />
      ) : order.status === 'payment_error' ? (
        <PaymentFailed
          kind={kind}
          order_no={order_no}
          message={order.payment_message}
          payment_method_id={order.payment_method_id}
        />
      ) : (
        <>
          <div className="pt-6">
            <PurchaseSteps current={3} />
          </div>
          {toPay ? (
            <Awaited order={order} toPay={toPay} />
          ) : isHeld ? (
            <OrderHeld order={order} />
          ) : (
            <Received order={order} offer={offer} offersLine={offersLine} />
          )}
          <Slot name="order-complete" loaded={blocks} order={order} />
          {isMeasured && (
            <Suspense>
              <AdFrames order_no={order.order_no} />
            </Suspense>
          )}
        </>
      )}
    </Page>
  )
}

/** Loads the placed order; null: the member has no such order. */
async function loadComplete(url: URL) {
  const kind = kindOfPath(url.pathname)
  const order_no = url.searchParams.get('order_no')
  if (!order_no) throw redirect('/')
  if (!sessionStore.getState().customer)
    throw redirect(loginPath(`/${kind}-purchase/complete?${new URLSearchParams({ order_no })}`))
  const hasLine = environment()?.line_friend_url != null
  const params = { order_no }
  const [{ items }, after, line] = await Promise.all([
    api('GET /v1/order/public/list', { query: { order_no } }),
    hasOrderOffers() ? settle(quietApi('POST /v1/order/public/{order_no}/offer', { params })) : null,
    hasLine ? settle(quietApi('GET /v1/common/social/line')) : null,
  ])
  const order = items[0] ?? null
  return {
    kind,
    order_no,
    order,
    offer: after?.data?.offer ?? null,
    skipTracking: order === null,
    offersLine: line?.data?.is_friend === false,
  }
}

const POLL_INTERVAL_MS = 2500
const TIMES = 24

/** Polls for a minute while the payment is being checked. After that, the screen states that it takes longer. */
function usePoll(isOpen: boolean) {
  const { revalidate, state } = useRevalidator()
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (!isOpen || attempts >= TIMES) return
    const timer = setTimeout(async () => {
      if (document.visibilityState === 'visible') await revalidate()
      setAttempts((count) => count + 1)
    }, POLL_INTERVAL_MS)
    return () => clearTimeout(timer)
  }, [isOpen, attempts, revalidate])
  return { hasGivenUp: attempts >= TIMES, isAsking: state === 'loading', again: () => setAttempts(0) }
}

/** 審査中: the order is placed, but the provider still reviews the payment. */
function OrderHeld({ order }: { order: Order }) {
  const email = useCustomer()?.email
  return (
    <>
      <PageHeading lead="お支払いの審査が終わりしだい、ご注文を確定します。">ご注文をお預かりしました</PageHeading>
      <div className="grid gap-10">
        <OrderNumber>{order.order_no}</OrderNumber>
        <Notice tone="warning" role="status" title="お支払いの審査中です">
          {order.payment_message}
        </Notice>
        <section className="grid gap-3">
          <SectionHeading>これからの流れ</SectionHeading>
          <ol className="grid list-decimal gap-1 pl-6 marker:text-muted">
            <li>審査の結果を{email}へメールでお知らせします。</li>
            <li>ご利用いただける場合は、ご注文が確定し、発送の準備に入ります。</li>
            <li>
              ご利用いただけない場合は、ご注文は成立せず、代金は請求されません。
              {!order.landing_page && '商品はカートに残りますので、'}別のお支払い方法でご注文いただけます。
            </li>
          </ol>
        </section>
        <section className="grid gap-4">
          <SectionHeading>ご注文の内容</SectionHeading>
          <OrderSummary order={order} />
        </section>
        <ButtonLink to="/mypage/history" wide>
          注文履歴を見る
        </ButtonLink>
      </div>
    </>
  )
}
