import type { Subscription } from '@kushi/contract/subscription'
import { formatWithWeekday } from '@kushi/values/date-format'
import { Row, Rows } from '../../../ui/rows.tsx'
import { itemsText } from '../../mypage/items-text.ts'

/** What would be changed here, while nothing can be. */
export const AsItIs = ({ subscription: one }: { subscription: Subscription }) => (
  <Rows>
    <Row label="次々回のお届け日" align="start">
      <span className="numeric">{formatWithWeekday(one.next_next_delivery_date)}</span>
    </Row>
    <Row label="お届け周期" align="start">
      {one.pattern_label}
    </Row>
    <Row label="商品" align="start">
      {itemsText(one.subscription_order_item, 50)}
    </Row>
  </Rows>
)
