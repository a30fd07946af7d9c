import type { Order } from '@kushi/contract/order'
import { Link } from 'react-router'
import { Notice } from '../../ui/notice.tsx'
import { orderNotice } from './order-notice-text.ts'

/** Said plainly where an order isn't simply on its way. */
export function OrderNotice({ order }: { order: Pick<Order, 'status' | 'cycle'> }) {
  const told = orderNotice(order)
  if (!told) return null
  return (
    <Notice tone={told.tone} title={told.title}>
      {told.text}
      {told.way && (
        <p>
          <Link to={told.way.to} className="text-link inline-flex min-h-tap items-center">
            {told.way.label}
          </Link>
        </p>
      )}
    </Notice>
  )
}
