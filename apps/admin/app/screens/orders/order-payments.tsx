import type { OrderDetail } from '@kushi/contract/admin/order'
import { CREDIT_KIND_NAME } from '@kushi/values/order-credit'
import { paymentMethod, paymentMethodName, paymentStateName } from '@kushi/values/payment-method'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/dialog.tsx'
import { Section } from '../../ui/page.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import { sayYen, Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
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
      {payments.length === 0 && <p className="text-muted text-xs">このご注文には、お支払いがありません。</p>}
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
      {order.owed_amount > 0 && mayPay && <AskAccount order={order} />}
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

/** 振込先のお伺い: the way for money that no provider gives back (代引, a bill that was paid at a shop). */
function AskAccount({ order: { id, owed_amount, payments } }: { order: OrderDetail }) {
  const { act, isBusy, refusal } = useAction()
  const [isAsked, setAsked] = useState(false)
  const { kind } = paymentMethod(payments[0]?.payment_method_id ?? null)
  const isUsual = kind === 'cash' || kind === 'invoice'
  const ask = async () => {
    await api('POST /admin/v1/orders/{id}/bank-refund', { params: { id }, body: { owed_amount } })
    setAsked(true)
  }
  return (
    <div className="mt-2">
      <Refusal>{refusal}</Refusal>
      {isAsked ? (
        <p role="status">
          口座を伺うメールを送りました。お返事は
          <Link to="/bank-refunds" className="text-link">
            振込での返金
          </Link>
          に届きます。
        </p>
      ) : (
        <Button look={isUsual ? 'primary' : 'quiet'} disabled={isBusy} onClick={() => void act(ask)}>
          振込先の口座をメールで伺う
        </Button>
      )}
    </div>
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
