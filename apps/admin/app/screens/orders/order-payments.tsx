import type { OrderDetail } from '@kushi/contract/admin/order'
import { CREDIT_KIND_NAME } from '@kushi/values/order-credit'
import { paymentMethodName, paymentStateName } from '@kushi/values/payment-method'
import { useState } from 'react'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/page.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import { sayYen, Time } from '../../ui/time.tsx'
import { CashDialog } from './cash-dialog.tsx'

type Payment = OrderDetail['payments'][number]

const tones: Partial<Record<Payment['state'], Tone>> = {
  authorised: 'good',
  captured: 'good',
  held: 'attention',
  void_pending: 'attention',
  failed: 'stuck',
}

/** お支払い with every attempt, the newest first. */
export function OrderPayments({ order }: { order: OrderDetail }) {
  const [isOpen, setOpen] = useState(false)
  const mayPay = useMay('payment.write')
  const { payments, refusals } = order
  return (
    <Section title="お支払い">
      {payments.length === 0 && (
        <p className="text-muted text-xs">
          {order.moved_payment_name
            ? `前のシステムで、${order.moved_payment_name}でお支払いいただきました。`
            : 'このご注文には、お支払いがありません。'}
        </p>
      )}
      <ul className="grid gap-3">
        {payments.map((one) => (
          <li key={one.id} className="border-line border-b pb-2 last:border-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-2">
              <span>{paymentMethodName(one.payment_method_id)}</span>
              <State tone={tones[one.state] ?? 'quiet'}>{paymentStateName(one.state, one.payment_method_id)}</State>
              <span className="numeric">{sayYen(one.amount)}</span>
              <span className="ml-auto text-muted text-xs">
                <Time value={one.created_at} />
              </span>
            </p>
            <p className="text-muted text-xs">
              決済番号 <span className="numeric">{one.provider_order_id}</span>
              {one.captured_amount > 0 &&
                (one.state === 'authorised'
                  ? `・入金 ${sayYen(one.captured_amount)}(残り ${sayYen(one.amount - one.captured_amount)})`
                  : `・売上 ${sayYen(one.captured_amount)}`)}
              {one.refunded_amount > 0 && `・返金 ${sayYen(one.refunded_amount)}`}
              {one.repaid_amount > 0 && `・お店から返金 ${sayYen(one.repaid_amount)}`}
            </p>
            {one.message && <p className="text-xs">{one.message}</p>}
          </li>
        ))}
      </ul>
      {order.owed_amount > 0 && (
        <p className="mt-3 rounded-base bg-brass-tint px-3 py-2">
          お客様への返金 {sayYen(order.owed_amount)} が済んでいません。
        </p>
      )}
      <Credits credits={order.credits} />
      {mayPay && refusals.cash === null && (
        <div className="mt-3">
          <Button onClick={() => setOpen(true)}>入金を記録する</Button>
        </div>
      )}
      {isOpen && <CashDialog order={order} onClose={() => setOpen(false)} />}
    </Section>
  )
}

/** 赤伝: what was taken back of the sale, the newest first. */
function Credits({ credits }: Pick<OrderDetail, 'credits'>) {
  if (credits.length === 0) return null
  return (
    <div className="mt-3">
      <h3 className="text-muted text-xs">返品・値引き</h3>
      <ul className="grid gap-2">
        {credits.map((one) => (
          <li key={one.id} className="border-line border-b pb-2 last:border-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-2">
              <span>{CREDIT_KIND_NAME[one.kind]}</span>
              <span className="numeric">{sayYen(one.amount)}</span>
              <span className="ml-auto text-muted text-xs">
                <Time value={one.created_at} />
              </span>
            </p>
            <p className="text-muted text-xs">
              {one.lines.map(({ name, quantity }) => (quantity === null ? name : `${name} × ${quantity}`)).join('、')}
              {one.tax_lines.map(({ tax_rate, total, tax }) => (
                <span key={tax_rate} className="block">
                  {tax_rate}%対象 {sayYen(total)}(内消費税 {sayYen(tax)})
                </span>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
