import type { Order } from '@kushi/contract/order'
import { Link } from 'react-router'
import { SectionHeading } from '../../ui/heading.tsx'
import { OrderRow } from './order-row.tsx'

/** 最近のご注文, and the way to all of them. */
export const LatestOrders = ({ orders }: { orders: readonly Order[] }) => (
  <section aria-labelledby="latest-orders" className="grid gap-4">
    <SectionHeading id="latest-orders">最近のご注文</SectionHeading>
    {orders.length === 0 ? (
      <p className="text-sm text-muted">ご注文はまだありません。</p>
    ) : (
      <>
        <ul className="border-t border-line">
          {orders.map((order) => (
            <li key={order.order_no} className="border-b border-line">
              <OrderRow order={order} />
            </li>
          ))}
        </ul>
        <p className="text-sm">
          <Link to="/mypage/history" className="text-link inline-flex min-h-tap items-center">
            すべてのご注文を見る
          </Link>
        </p>
      </>
    )}
  </section>
)
