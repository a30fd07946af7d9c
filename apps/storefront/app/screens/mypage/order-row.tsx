import type { Order } from '@kushi/contract/order'
import { formatWithWeekday } from '@kushi/values/date-format'
import { ORDER_STATUS_NAME, type OrderStatus } from '@kushi/values/order-status'
import { fromTimestamp } from '@kushi/values/timestamp'
import { Link } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Price } from '../../ui/price.tsx'
import { ItemPictures } from './item-pictures.tsx'
import { itemsText } from './items-text.ts'

const tones: Partial<Record<OrderStatus, 'leaf' | 'danger'>> = {
  arranged: 'leaf',
  shipped: 'leaf',
  payment_error: 'danger',
}

/** One order in a few words; all of it leads to its page. */
export const OrderRow = ({ order }: { order: Order }) => (
  <Link
    to={`/mypage/history?${new URLSearchParams({ order_no: order.order_no })}`}
    className="group flex items-center gap-4 py-4"
  >
    <ItemPictures items={order.items.slice(0, 1)} />
    <div className="grid min-w-0 grow gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="numeric">{formatWithWeekday(fromTimestamp(order.created_at))}</span>
        <Badge tone={tones[order.status] ?? 'plain'}>{ORDER_STATUS_NAME[order.status]}</Badge>
      </p>
      <p className="text-sm group-hover:underline">{itemsText(order.items)}</p>
      <Price amount={order.payment_total} size="sm" />
    </div>
    <span className="text-muted">
      <Icon name="right" size={16} />
    </span>
  </Link>
)
