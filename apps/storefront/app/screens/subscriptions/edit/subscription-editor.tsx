import type { SubscriptionDetail } from '@kushi/contract/subscription'
import { Row, Rows } from '../../../ui/rows.tsx'
import { itemsText } from '../../mypage/items-text.ts'

/** What comes, when, and in which rhythm. */
export const SubscriptionEditor = ({ subscription }: { subscription: SubscriptionDetail }) => (
  <Rows>
    <Row label="お届け周期" align="start">
      {subscription.pattern_label}
    </Row>
    <Row label="商品" align="start">
      {itemsText(subscription.subscription_order_item, 50)}
    </Row>
  </Rows>
)
