import type { Order } from '@kushi/contract/order'
import { addressText } from '@kushi/values/address'
import { orderPaymentName } from '@kushi/values/order-status'
import { type ReactNode, useId } from 'react'
import { AmountRows } from '../../parts/amount-rows.tsx'
import { deliveryDay } from '../../parts/delivery-day.ts'
import { HowToPay } from '../../parts/how-to-pay.tsx'
import { WrappingRows } from '../../parts/wrapping-row.tsx'
import { useMembersOnly } from '../../shell/use-shell.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionHeading } from '../../ui/heading.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { BuyAgainResult } from './buy-again-result.tsx'
import { DocumentDownload } from './document-download.tsx'
import { dayOf } from './order-date.ts'
import { OrderItems } from './order-items.tsx'
import { OrderNotice } from './order-notice.tsx'
import { OrderProgress } from './order-progress.tsx'
import { Receipt } from './receipt.tsx'
import { replacementText } from './replacement-text.ts'
import { Tracking } from './tracking.tsx'
import { useBuyAgain } from './use-buy-again.ts'

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
        {order.replacement_kind && <p>{replacementText[order.replacement_kind]}</p>}
        <OrderProgress order={order} />
        <OrderNotice order={order} />
        {order.to_pay && <HowToPay toPay={order.to_pay} amount={order.payment_total} />}
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
            {orderPaymentName(order)}
          </Row>
          <Row label="お届け" align="start">
            {order.delivery_name}
            <span className="numeric ml-3">
              {deliveryDay(order)}
              {order.delivery_time && ` ${order.delivery_time}`}
            </span>
          </Row>
          <WrappingRows wrapping={order.wrapping} />
          <Row label="お届け先" align="start">
            {to.name01} {to.name02} さま
            <br />
            {addressText(to)}
          </Row>
        </Rows>
      </Part>
      <div className="print:hidden">
        <Part title="領収書・納品書">
          <Documents order={order} />
        </Part>
      </div>
    </div>
  )
}

/** 領収書, ご利用明細 or 納品書 and, after a refund, 適格返還請求書; or why there is no receipt. */
const Documents = ({ order }: { order: Order }) => (
  <div className="grid gap-8">
    {order.receipt_available ? (
      <Receipt order_no={order.order_no} issued={order.receipt_count} />
    ) : (
      <p className="text-sm text-muted">{order.receipt_reason}</p>
    )}
    {order.statement_available && <DocumentDownload order={order} type="statement" />}
    {order.delivery_slip_available && <DocumentDownload order={order} type="delivery-slip" />}
    {order.return_invoice_available && <DocumentDownload order={order} type="return-invoice" />}
  </div>
)

/** もう一度購入する as the main action of an order's screen: in the bottom bar, with the result above it. */
function BuyAgainBar({ order_no }: { order_no: string }) {
  const { buy, isPending, outcome } = useBuyAgain(order_no)
  if (useMembersOnly()) return null
  return (
    <BottomBar onDesktop="inline">
      <div className="grid gap-3 md:justify-items-start">
        <div aria-live="polite" className="max-h-[50dvh] overflow-y-auto empty:hidden">
          {outcome && <BuyAgainResult outcome={outcome} />}
        </div>
        <div className="w-full md:max-w-panel">
          <Button wide pending={isPending} onClick={() => void buy()}>
            もう一度購入する
          </Button>
        </div>
      </div>
    </BottomBar>
  )
}
