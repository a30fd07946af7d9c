import type { OrderDetail } from '@kushi/contract/admin/order'
import { BANK_REFUND_STATE_NAME } from '@kushi/values/bank-transfer'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { CREDIT_NOTE_KIND_NAME } from '@kushi/values/order-credit'
import { isPrepaidMethod, paymentMethod, paymentMethodName, paymentStateName } from '@kushi/values/payment-method'
import { paymentSlipLines, paymentSlipPlace } from '@kushi/values/payment-slip'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'
import { State, type Tone } from '../../ui/state.tsx'
import { formatYenCell, Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { CashDialog } from './cash-dialog.tsx'
import { ReasonField } from './reason-field.tsx'

type Payment = OrderDetail['payments'][number]

const tones: Partial<Record<Payment['state'], Tone>> = {
  authorised: 'good',
  captured: 'good',
  awaiting: 'quiet',
  held: 'attention',
  void_pending: 'attention',
  failed: 'stuck',
}

/** お支払い with every attempt, the newest first. */
export function OrderPayments({ order }: { order: OrderDetail }) {
  const [isOpen, setOpen] = useState(false)
  const mayPay = useMay('payment.write')
  const { payments, refusals } = order
  const isRefundDue = payments[0]?.is_refund_due ?? false
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
              <span className="numeric">{formatYenCell(one.amount)}</span>
              <span className="ml-auto text-muted text-xs">
                <Time value={one.created_at} />
              </span>
            </p>
            <p className="text-muted text-xs">
              決済番号 <span className="numeric">{one.provider_order_id}</span>
              {one.captured_amount > 0 &&
                (one.state === 'authorised'
                  ? `・入金 ${formatYenCell(one.captured_amount)}(残り ${formatYenCell(one.amount - one.captured_amount)})`
                  : `・${isPrepaidMethod(one.payment_method_id) ? '入金' : '売上'} ${formatYenCell(one.captured_amount)}`)}
              {one.refunded_amount > 0 && `・返金 ${formatYenCell(one.refunded_amount)}`}
              {one.repaid_amount > 0 && `・お店から返金 ${formatYenCell(one.repaid_amount)}`}
            </p>
            {one.to_pay && <p className="text-xs">{paymentSlipText(one.to_pay)}</p>}
            {one.capture_until && (
              <p className="text-xs">
                仮売上の期限 <Time value={one.capture_until} />
              </p>
            )}
            <Transfers transfers={one.transfers} />
            {one.to_pay && one.captured_amount > 0 && <UnderpaidNotice order={order} paid={one} />}
            {one.message && <p className="text-xs">{one.message}</p>}
            {one.refund_asked !== null && <Unanswered order={order} refund_asked={one.refund_asked} />}
          </li>
        ))}
      </ul>
      {order.owed_amount > 0 && (
        <p className="mt-3 rounded-base bg-brass-tint px-3 py-2">
          お客様への返金 {formatYenCell(order.owed_amount)}{' '}
          {isRefundDue ? 'を、決済会社で手続き中です。' : 'が済んでいません。'}
        </p>
      )}
      <BankRefund order={order} />
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

/** 入金待ち: where, with which numbers, and until when. */
const paymentSlipText = ({ pay_until, ...slip }: NonNullable<Payment['to_pay']>) =>
  [
    `${formatShortDateWithWeekday(timestampToJapanDate(Date.parse(pay_until)))}まで`,
    ...('store' in slip ? [paymentSlipPlace(slip)] : []),
    ...paymentSlipLines(slip).map(({ label, value }) => `${label} ${value}`),
  ].join('・')

/** 入金した振込, one line each. */
function Transfers({ transfers }: Pick<Payment, 'transfers'>) {
  if (transfers.length === 0) return null
  return (
    <ul className="text-xs" aria-label="入金した振込">
      {transfers.map(({ id, amount, remitter_name, transferred_on }) => (
        <li key={id}>
          {formatShortDateWithWeekday(transferred_on)} <span className="numeric">{formatYenCell(amount)}</span>
          {remitter_name !== '' && ` ${remitter_name}`}
        </li>
      ))}
    </ul>
  )
}

/** A part is here: the shop waits for the rest, takes it as it is, or calls the order off and gives it back. */
function UnderpaidNotice({ order, paid }: { order: OrderDetail; paid: Payment }) {
  const { Form } = formFor<{ decision_reason: string }>()
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const mayPay = useMay('payment.write')
  const { amount, captured_amount } = paid
  const missingAmount = formatYenCell(amount - captured_amount)
  return (
    <div className="mt-2 rounded-base bg-brass-tint px-3 py-2">
      <p>
        {`あと${missingAmount}足りません。お客様には、不足をメールでお知らせしました。期限を過ぎても、自動ではキャンセルになりません。お返しするときは、ご注文をキャンセルしてください。`}
      </p>
      {mayPay && (
        <div className="mt-2">
          <Button onClick={() => setOpen(true)}>足りないまま受け取る</Button>
        </div>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="足りないまま受け取る">
        <p className="mb-4">{`不足の${missingAmount}を値引きとして記録し、ご注文を確定します。お客様には、ご注文の確定をメールでお知らせします。`}</p>
        <Form
          values={{ decision_reason: '' }}
          submit={`${formatYenCell(captured_amount)}で受け取る`}
          done="ご注文を確定しました"
          save={async (body) => {
            await api('POST /admin/v1/orders/{id}/take-as-paid', {
              params: { id: order.id },
              body: { ...body, captured_amount },
            })
            setOpen(false)
            await revalidate()
          }}
        >
          <ReasonField />
        </Form>
      </Dialog>
    </div>
  )
}

const bankRefundTones = { asked: 'quiet', given: 'attention', filed: 'quiet', returned: 'stuck' } as const

/** 振込での返金: how far it is, and the way to its desk. */
function BankRefund({ order }: { order: OrderDetail }) {
  const { bank_refund, owed_amount, payments } = order
  const mayPay = useMay('payment.write')
  const canStartAgain = bank_refund === null || bank_refund.state === 'returned'
  return (
    <>
      {bank_refund && (owed_amount > 0 || !canStartAgain) && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1" role="status">
          <State tone={bankRefundTones[bank_refund.state]}>
            {bank_refund.is_expired ? 'お返事の期限を過ぎました' : BANK_REFUND_STATE_NAME[bank_refund.state]}
          </State>
          <span className="numeric">{formatYenCell(bank_refund.amount)}</span>
          <Link to="/bank-refunds" className="text-link">
            振込での返金
          </Link>
          <span className="text-muted text-xs">
            <Time value={bank_refund.updated_at} />
          </span>
        </p>
      )}
      {mayPay && owed_amount > 0 && !payments[0]?.is_refund_due && (canStartAgain || bank_refund.state === 'asked') && (
        <AskBankAccount order={order} isAsked={bank_refund?.state === 'asked'} />
      )}
    </>
  )
}

/** 振込先のお伺い: the way for money that no provider gives back (代引, 前払い, a bill that was paid at a shop). */
function AskBankAccount({
  order: { id, owed_amount, payments },
  isAsked: isRequested,
}: {
  order: OrderDetail
  isAsked: boolean
}) {
  const { act, isBusy, refusal } = useAction()
  const { kind } = paymentMethod(payments[0]?.payment_method_id ?? null)
  const isRefundedByTransfer = kind === 'cash' || kind === 'invoice' || kind === 'prepaid'
  const ask = async () => {
    await api('POST /admin/v1/orders/{id}/bank-refund', { params: { id }, body: { owed_amount } })
    toast('口座を伺うメールを送りました')
  }
  return (
    <div className="mt-2">
      <Refusal>{refusal}</Refusal>
      <Button
        look={isRefundedByTransfer && !isRequested ? 'primary' : 'quiet'}
        disabled={isBusy}
        onClick={() => void act(ask)}
      >
        {isRequested ? 'もう一度、口座を伺う' : '振込先の口座をメールで伺う'}
      </Button>
      {isRequested && <p className="text-muted text-xs">もう一度伺うと、先にお送りしたURLは使えなくなります。</p>}
    </div>
  )
}

/** A refund whose answer was lost: repeated, or settled by a person who looked it up at the provider. */
function Unanswered({ order, refund_asked }: { order: OrderDetail; refund_asked: number }) {
  const { Form } = formFor<{ decision_reason: string }>()
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const mayPay = useMay('payment.write')
  return (
    <div className="mt-2 rounded-base bg-brass-tint px-3 py-2">
      <p>
        返金の合計{formatYenCell(refund_asked)}
        への手続きの結果が、決済会社から届いていません。同じ金額でもう一度返金すると、二重にならずに続きます。それまで、ほかの方法では返金できません。
      </p>
      {mayPay && (
        <Button look="quiet" onClick={() => setOpen(true)}>
          決済会社で返金されていないことを確かめた
        </Button>
      )}
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="返金されていないことを記録する">
        <p className="mb-4">
          決済会社の管理画面で、この決済の返金がないことを確かめてから押してください。こちらでも決済会社に照会し、返金があれば記録しません。記録すると、振込など、ほかの方法で返金できます。
        </p>
        <Form
          values={{ decision_reason: '' }}
          submit="返金されていないと記録する"
          done="記録しました"
          save={async (body) => {
            const params = { id: order.id }
            await api('POST /admin/v1/orders/{id}/refund/not-made', { params, body: { ...body, refund_asked } })
            setOpen(false)
            await revalidate()
          }}
        >
          <ReasonField />
        </Form>
      </Dialog>
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
              <span>{CREDIT_NOTE_KIND_NAME[one.kind]}</span>
              <span className="numeric">{formatYenCell(one.amount)}</span>
              <span className="ml-auto text-muted text-xs">
                <Time value={one.created_at} />
              </span>
            </p>
            <p className="text-muted text-xs">
              {one.lines.map(({ name, quantity }) => (quantity === null ? name : `${name} × ${quantity}`)).join('、')}
              {one.tax_lines.map(({ tax_rate, total, tax }) => (
                <span key={tax_rate} className="block">
                  {tax_rate}%対象 {formatYenCell(total)}(内消費税 {formatYenCell(tax)})
                </span>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
