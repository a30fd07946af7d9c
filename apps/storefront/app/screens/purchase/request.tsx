import type { OrderRequest } from '@kushi/contract/order'
import { useRevalidator } from 'react-router'
import { quietApi } from '../../api.ts'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { purchasePath } from '../../state/purchase-kind.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import type { Route } from './+types/request.ts'
import { PurchaseSkeleton } from './purchase-skeleton.tsx'
import { PayRequest } from './request/pay-request.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'お電話でのご注文')

export const clientLoader = async ({ params: { request_no }, request: { signal } }: Route.ClientLoaderArgs) => ({
  loaded: await settle(quietApi('GET /v1/order/request/{request_no}', { params: { request_no } }, { signal })),
})
clientLoader.hydrate = true as const
export const HydrateFallback = PurchaseSkeleton

const endedTexts = {
  expired: 'お支払いの期限を過ぎました',
  withdrawn: 'お店が取り下げました',
} as const

const completionPath = ({ draft }: OrderRequest) =>
  purchasePath(draft.is_subscription ? 'periodic' : 'normal', 'complete')

/** 代理注文: shows an order by phone like a confirmation screen, to be paid by card. */
export default function Request({ loaderData: { loaded } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator()
  const { data: request, error } = loaded
  if (request?.state === 'open') return <PayRequest key={request.request_no} request={request} />
  const isMissing = error?.status === 404 || error?.status === 422
  return (
    <Page width="text">
      <PageHeading>お電話でのご注文</PageHeading>
      {error && !isMissing && (
        <ErrorState text={error.message} onRetry={() => void revalidate()} pending={state === 'loading'} />
      )}
      {isMissing && (
        <EmptyState
          title="このご注文は見つかりません"
          text="メールが届いた会員さまのアカウントでログインしているか、お確かめください。"
        >
          <ButtonLink to="/">トップページへ</ButtonLink>
        </EmptyState>
      )}
      {request?.state === 'ordered' && (
        <EmptyState title="このご注文は承っています" text={`ご注文番号 ${request.order_no}`}>
          <ButtonLink to={`${completionPath(request)}?order_no=${request.order_no}`}>ご注文を見る</ButtonLink>
        </EmptyState>
      )}
      {(request?.state === 'expired' || request?.state === 'withdrawn') && (
        <EmptyState
          title={endedTexts[request.state]}
          text="代金は請求されません。お手数ですが、もう一度ご注文いただくか、お店にご連絡ください。"
        >
          <ButtonLink to="/contact">お問い合わせ</ButtonLink>
        </EmptyState>
      )}
    </Page>
  )
}
