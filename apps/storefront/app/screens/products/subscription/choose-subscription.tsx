import type { Subscription } from '@kushi/contract/subscription'
import { formatShortWithWeekday } from '@kushi/values/date-format'
import { Link, useLocation } from 'react-router'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** Which subscription is meant, where there are several. */
export function ChooseSubscription({ subscriptions }: { subscriptions: readonly Subscription[] }) {
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
                <span className="numeric font-medium">{formatShortWithWeekday(one.next_delivery_date)}のお届け</span>
                <span className="text-sm">
                  {one.subscription_order_item.map((item) => `${item.product_name} × ${item.quantity}`).join('、')}
                </span>
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
