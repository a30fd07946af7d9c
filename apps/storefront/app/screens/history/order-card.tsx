import type { Order } from '@kushi/contract/order'
import { ORDER_STATUS_NAME } from '@kushi/values/order-status'
import { groupBoughtRows } from '@kushi/values/product-set'
import type { ReactNode } from 'react'
import { useMembersOnly } from '../../shell/use-shell.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { BuyAgainResult } from './buy-again-result.tsx'
import { historyPath } from './history-query.ts'
import { dayOf } from './order-date.ts'
import { OrderNotice } from './order-notice.tsx'
import { OrderProgress } from './order-progress.tsx'
import { replacementText } from './replacement-text.ts'
import { Tracking } from './tracking.tsx'
import { useBuyAgain } from './use-buy-again.ts'

/** One order of the list: date, items, total, and delivery state. */
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
      {order.replacement_kind && <p className="w-full text-sm">{replacementText[order.replacement_kind]}</p>}
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

interface BuyAgainProps {
  order_no: string
  /** Shown before the button. */
  children?: ReactNode
}

/** もう一度購入する in the list, with the result of each item below it. */
function BuyAgain({ order_no, children }: BuyAgainProps) {
  const { buy, isPending, outcome } = useBuyAgain(order_no)
  const isMembersOnly = useMembersOnly()
  return (
    <div className="grid gap-3">
      <div className="grid gap-2 md:flex md:gap-3">
        {children}
        {!isMembersOnly && (
          <Button look="quiet" pending={isPending} onClick={() => void buy()}>
            もう一度購入する
          </Button>
        )}
      </div>
      <div aria-live="polite" className="empty:hidden">
        {outcome && <BuyAgainResult outcome={outcome} />}
      </div>
    </div>
  )
}

const MAX_PICTURES = 4

/** The pictures of the ordered items, with their names beside them; a set by its own name. */
function OrderThumbs({ items }: { items: Order['items'] }) {
  const bought = groupBoughtRows(items)
  const [first, ...others] = bought
  const pieces = bought.reduce((sum, { item, set }) => sum + (item ?? set).quantity, 0)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <ul aria-hidden="true" className="flex gap-2">
        {items.slice(0, MAX_PICTURES).map(({ product_sku_id, gift_promotion_id, set_sku_id, product_image }) => (
          <li key={`${product_sku_id}:${gift_promotion_id}:${set_sku_id}`} className="w-16">
            <Picture path={product_image} alt="" sizes="64px" position="near" />
          </li>
        ))}
        {items.length > MAX_PICTURES && (
          <li className="numeric grid w-16 place-items-center bg-sand text-sm text-muted">
            +{items.length - MAX_PICTURES}
          </li>
        )}
      </ul>
      <p className="min-w-32 flex-1 text-sm">
        {first?.set?.name ?? first?.item?.product_name}
        {others.length > 0 && `ほか${others.length}種`}
        <span className="numeric ml-2 text-muted">計{pieces}点</span>
      </p>
    </div>
  )
}
