import type { MypageTop } from '@kushi/contract/customer'
import type { Order } from '@kushi/contract/order'
import { formatDateWithWeekday } from '@kushi/values/date-format'
import { ORDER_STATUS_NAME, type OrderStatus } from '@kushi/values/order-status'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { Link } from 'react-router'
import { ProductsLink } from '../../parts/products-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SectionHeading } from '../../ui/heading.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Price } from '../../ui/price.tsx'
import { ItemPictures } from './item-pictures.tsx'
import { itemsText } from './items-text.ts'
import { NextDeliveries } from './next-deliveries.tsx'

interface TopNewsProps {
  top: MypageTop
  /** The shop's menu contains this page. */
  showsSubscriptions: boolean
  showsPurchases: boolean
}

/** First the tasks of the member, then next deliveries, then past orders. */
export function TopNews({ top, showsSubscriptions, showsPurchases }: TopNewsProps) {
  const isNew = top.next_deliveries.length === 0 && top.orders.length === 0 && !top.has_error_payment
  if (isNew)
    return (
      <EmptyState
        title="ご登録ありがとうございます"
        text="ご注文いただくと、次回のお届け日やご注文の状況を、ここでご確認いただけます。"
      >
        <ProductsLink to="/products">商品を見る</ProductsLink>
      </EmptyState>
    )
  return (
    <>
      {top.has_error_payment && <PaymentErrorNote />}
      {showsSubscriptions && <NextDeliveries deliveries={top.next_deliveries} />}
      {showsPurchases && <LatestOrders orders={top.orders} />}
    </>
  )
}

/** A subscription could not be charged: shown first, with a link to correct it. */
const PaymentErrorNote = () => (
  <Notice tone="danger" role="alert" title="定期便のお支払いができませんでした">
    <p>
      カードの有効期限やご利用限度額をご確認ください。お支払い方法を変更していただくと、すぐにもう一度お手続きします。
    </p>
    <p className="mt-3">
      <ButtonLink to="/mypage/subscriptions">定期便のお支払いを確認する</ButtonLink>
    </p>
  </Notice>
)

/** 最近のご注文, with a link to all orders. */
const LatestOrders = ({ orders }: { orders: readonly Order[] }) => (
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

const tones: Partial<Record<OrderStatus, 'leaf' | 'danger'>> = {
  arranged: 'leaf',
  shipped: 'leaf',
  payment_error: 'danger',
}

/** One order in a few words. The whole row links to its page. */
const OrderRow = ({ order }: { order: Order }) => (
  <Link
    to={`/mypage/history?${new URLSearchParams({ order_no: order.order_no })}`}
    className="group flex items-center gap-4 py-4"
  >
    <ItemPictures items={order.items.slice(0, 1)} />
    <div className="grid min-w-0 grow gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="numeric">{formatDateWithWeekday(timestampToJapanDate(order.created_at))}</span>
        <Badge tone={(!order.ordered_again && tones[order.status]) || 'plain'}>{ORDER_STATUS_NAME[order.status]}</Badge>
      </p>
      <p className="text-sm group-hover:underline">{itemsText(order.items)}</p>
      <Price amount={order.payment_total} size="sm" />
    </div>
    <span className="text-muted">
      <Icon name="right" size={16} />
    </span>
  </Link>
)
