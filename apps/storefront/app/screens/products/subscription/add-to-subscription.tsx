import type { Subscription } from '@kushi/contract/subscription'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { itemQuantityText } from '@kushi/values/product'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { quietApi } from '../../../api.ts'
import type { SettledResult } from '../../../settle.ts'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/heading.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Page } from '../../../ui/page.tsx'

/** Loads the subscription in the URL, or all active ones if the URL has none. */
export async function loadTarget(search: URLSearchParams, signal: AbortSignal): Promise<Subscription[]> {
  const id = search.get('subscription')
  if (id) return [await quietApi('GET /v1/order/subscription/detail/{id}', { params: { id } }, { signal })]
  const query = { tab: 'active' as const, per_page: 50 }
  return (await quietApi('GET /v1/order/subscription/', { query }, { signal })).items
}

interface AddToSubscriptionProps {
  title: string
  target: SettledResult<Subscription[]>
  /** The screen has the product's own heading. */
  hideTitle?: boolean
  children: (subscription: Subscription) => ReactNode
}

/**
 * The frame of the screens for adding to a subscription: shows the subscription, and whether items can be added now.
 */
export function AddToSubscription({ title, target, hideTitle = false, children }: AddToSubscriptionProps) {
  const onlySubscription = target.data?.length === 1 ? target.data[0] : undefined
  const isReady = onlySubscription?.can.change_items === true
  const edit = onlySubscription
    ? [{ label: '定期便の内容・変更', to: `/mypage/subscriptions/${onlySubscription.id}/edit` }]
    : []
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
            onlySubscription === undefined ? (
              <ChooseSubscription subscriptions={subscriptions} />
            ) : isReady ? (
              children(onlySubscription)
            ) : (
              <NotAddable subscription={onlySubscription} />
            )
          }
        </Loaded>
      )}
    </Page>
  )
}

/** Explains why no items can be added to this subscription now. */
const NotAddable = ({ subscription }: { subscription: Subscription }) => (
  <EmptyState title="この定期便には、いま商品を追加できません" text={reason(subscription)}>
    <ButtonLink to={`/mypage/subscriptions/${subscription.id}/edit`}>定期便の内容を見る</ButtonLink>
  </EmptyState>
)

function reason({ prepaid, lock_message, summary_status }: Subscription): string {
  if (lock_message) return lock_message
  if (prepaid) return '年払いの定期便は、お支払い済みの商品と数量でお届けするため、商品を追加できません。'
  return summary_status === SUBSCRIPTION_STATUS.pause
    ? '休止中の定期便です。再開すると、商品を追加できます。'
    : 'しばらくしてから、もう一度お試しください。'
}

/** The choice of a subscription, if there are several. */
function ChooseSubscription({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const { pathname } = useLocation()
  if (subscriptions.length === 0)
    return (
      <EmptyState
        title="商品を追加できる定期便がありません"
        text="定期便を始めると、次回のお届けに商品を追加できるようになります。"
      >
        <ButtonLink to="/products?sale_type=2">定期便で買える商品を見る</ButtonLink>
      </EmptyState>
    )
  return (
    <section aria-labelledby="choose-subscription" className="grid max-w-text gap-4">
      <h2 id="choose-subscription" className="text-lg">
        どの定期便に追加しますか
      </h2>
      <ul className="grid gap-3">
        {subscriptions.map((one) => (
          <li key={one.id}>
            <Link
              to={`${pathname}?subscription=${one.id}`}
              className="flex items-center justify-between gap-4 rounded-base border border-line bg-surface p-4 hover:border-ink"
            >
              <span className="grid gap-1">
                <span className="numeric font-medium">
                  {formatShortDateWithWeekday(one.next_delivery_date)}のお届け
                </span>
                <span className="text-sm">{one.subscription_order_item.map(itemQuantityText).join('、')}</span>
                <span className="text-sm text-muted">{one.pattern_label}</span>
              </span>
              <Icon name="right" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
