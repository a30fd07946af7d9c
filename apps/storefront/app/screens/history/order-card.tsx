import type { Order } from '@kushi/contract/order'
import { ORDER_STATUS_NAME } from '@kushi/values/order-status'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Price } from '../../ui/price.tsx'
import { BuyAgain } from './buy-again.tsx'
import { historyPath } from './history-query.ts'
import { dayOf } from './order-date.ts'
import { OrderNotice } from './order-notice.tsx'
import { OrderProgress } from './order-progress.tsx'
import { OrderThumbs } from './order-thumbs.tsx'
import { Tracking } from './tracking.tsx'

/** One order of the list: when, what, how much, and where it is. */
export const OrderCard = ({ order }: { order: Order }) => (
  <article
    aria-label={`ご注文番号 ${order.order_no}`}
    className="grid gap-4 rounded-base border border-line bg-surface p-4 md:p-6"
  >
    <header className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="text-base">
        {dayOf(order.created_at)}
        <span className="sr-only"> {ORDER_STATUS_NAME[order.status]}</span>
      </h2>
      <Price amount={order.payment_total} />
      <p className="numeric w-full text-xs text-muted">ご注文番号 {order.order_no}</p>
    </header>
    <OrderProgress order={order} />
    <OrderNotice order={order} />
    <Tracking order={order} />
    <OrderThumbs items={order.items} />
    <BuyAgain order_no={order.order_no}>
      <ButtonLink to={historyPath({ order_no: order.order_no })} look="secondary">
        詳細・領収書を見る<span className="sr-only">(ご注文番号 {order.order_no})</span>
      </ButtonLink>
    </BuyAgain>
  </article>
)
