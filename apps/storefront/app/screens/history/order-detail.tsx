import type { Order } from '@kushi/contract/order'
import { paymentMethodName } from '@kushi/values/payment-method'
import { type ReactNode, useId } from 'react'
import { addressText } from '../../parts/address-text.ts'
import { AmountRows } from '../../parts/amount-rows.tsx'
import { deliveryDay } from '../../parts/delivery-day.ts'
import { SectionHeading } from '../../ui/heading.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { BuyAgainBar } from './buy-again-bar.tsx'
import { Documents } from './documents.tsx'
import { dayOf } from './order-date.ts'
import { OrderItems } from './order-items.tsx'
import { OrderNotice } from './order-notice.tsx'
import { OrderProgress } from './order-progress.tsx'
import { Tracking } from './tracking.tsx'

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <SectionHeading id={id}>{title}</SectionHeading>
      {children}
    </section>
  )
}

/** Everything about one order. */
export function OrderDetail({ order }: { order: Order }) {
  const { shipping_address: to } = order
  const hasReduced = order.items.some(({ tax_rate }) => tax_rate === 8)
  return (
    <div className="grid gap-10">
      <div className="grid gap-4">
        <OrderProgress order={order} />
        <OrderNotice order={order} />
        <Tracking order={order} />
      </div>
      <Part title="ご注文の商品">
        <div className="grid gap-2">
          <OrderItems items={order.items} />
          {hasReduced && <p className="text-xs text-muted">※は軽減税率(8%)対象です。</p>}
        </div>
        <BuyAgainBar order_no={order.order_no} />
      </Part>
      <Part title="お支払い">
        <AmountRows amounts={order} />
      </Part>
      <Part title="ご注文の内容">
        <Rows>
          <Row label="ご注文日" align="start">
            {dayOf(order.created_at)}
          </Row>
          <Row label="お支払い方法" align="start">
            {paymentMethodName(order.payment_method_id)}
          </Row>
          <Row label="お届け" align="start">
            {order.delivery_name}
            <span className="numeric ml-3">
              {deliveryDay(order)}
              {order.delivery_time && ` ${order.delivery_time}`}
            </span>
          </Row>
          <Row label="お届け先" align="start">
            {to.name01} {to.name02} さま
            <br />
            {addressText(to)}
          </Row>
        </Rows>
      </Part>
      <Part title="領収書・納品書">
        <Documents order={order} />
      </Part>
    </div>
  )
}
