import type { Subscription } from '@kushi/contract/subscription'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'

/** Why nothing can be added to this subscription now. */
export const NotAddable = ({ subscription }: { subscription: Subscription }) => (
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
