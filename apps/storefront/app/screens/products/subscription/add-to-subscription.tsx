import type { Subscription } from '@kushi/contract/subscription'
import type { ReactNode } from 'react'
import { quietApi } from '../../../api.ts'
import type { Settled } from '../../../settle.ts'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/heading.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { ChooseSubscription } from './choose-subscription.tsx'
import { NotAddable } from './not-addable.tsx'

/** The subscription that the address names; where it names none, all that go on. */
export async function loadTarget(search: URLSearchParams, signal: AbortSignal): Promise<Subscription[]> {
  const id = search.get('subscription')
  if (id) return [await quietApi('GET /v1/order/subscription/detail/{id}', { params: { id } }, { signal })]
  const query = { tab: 'active' as const, per_page: 50 }
  return (await quietApi('GET /v1/order/subscription/', { query }, { signal })).items
}

interface AddToSubscriptionProps {
  title: string
  target: Settled<Subscription[]>
  /** The heading is the product's own. */
  hideTitle?: boolean
  children: (subscription: Subscription) => ReactNode
}

/** Around the screens that add to a subscription: which one it is, and whether it can be added to now. */
export function AddToSubscription({ title, target, hideTitle = false, children }: AddToSubscriptionProps) {
  const only = target.data?.length === 1 ? target.data[0] : undefined
  const isReady = only?.can.change_items === true
  const edit = only ? [{ label: '定期便の内容・変更', to: `/mypage/subscriptions/${only.id}/edit` }] : []
  const isMissing = target.error?.status === 404 || target.error?.status === 422
  return (
    <Page>
      <div className="pt-2">
        <Breadcrumb crumbs={[{ label: 'マイページ', to: '/mypage' }, ...edit, { label: title }]} />
      </div>
      {!(hideTitle && isReady) && <PageHeading>{title}</PageHeading>}
      {isMissing ? (
        <EmptyState title="この定期便は見つかりません" text="アドレスが変わったか、ほかの会員さまの定期便です。">
          <ButtonLink to="/mypage/subscriptions">定期便一覧へ</ButtonLink>
        </EmptyState>
      ) : (
        <Loaded loaded={target}>
          {(subscriptions) =>
            only === undefined ? (
              <ChooseSubscription subscriptions={subscriptions} />
            ) : isReady ? (
              children(only)
            ) : (
              <NotAddable subscription={only} />
            )
          }
        </Loaded>
      )}
    </Page>
  )
}
