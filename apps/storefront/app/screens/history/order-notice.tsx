import { Link } from 'react-router'
import { Notice } from '../../ui/notice.tsx'
import { type NoticedOrder, orderNotice } from './order-notice-text.ts'

/** The notice for an order with a special state. */
export function OrderNotice({ order }: { order: NoticedOrder }) {
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
