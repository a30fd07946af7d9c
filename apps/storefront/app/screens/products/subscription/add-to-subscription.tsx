import type { Subscription } from '@kushi/contract/subscription'
import type { ReactNode } from 'react'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/heading.tsx'
import { Answered } from '../../../ui/loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChooseSubscription } from './choose-subscription.tsx'
import { NotAddable } from './not-addable.tsx'
import { useTarget } from './use-target.ts'

interface AddToSubscriptionProps {
  title: string
  /** The heading is the product's own. */
  hideTitle?: boolean
  children: (subscription: Subscription) => ReactNode
}

/** Around the screens that add to a subscription: which one it is, and whether it can be added to now. */
export function AddToSubscription({ title, hideTitle = false, children }: AddToSubscriptionProps) {
  const answer = useTarget()
  const only = answer.data?.length === 1 ? answer.data[0] : undefined
  const isReady = only?.can.change_items === true
  const edit = only ? [{ label: '定期便の内容・変更', to: `/mypage/subscriptions/${only.id}/edit` }] : []
  const isMissing = answer.error?.status === 404 || answer.error?.status === 422
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
        <Answered answer={answer} skeleton={<Skeleton className="h-64 w-full" />}>
          {(subscriptions) =>
            only === undefined ? (
              <ChooseSubscription subscriptions={subscriptions} />
            ) : isReady ? (
              children(only)
            ) : (
              <NotAddable subscription={only} />
            )
          }
        </Answered>
      )}
    </Page>
  )
}
