import type { PersonCheck as Check, PersonCheckOrder } from '@kushi/contract/admin/order'
import { ORDER_STATUS_NAME, orderPaymentName } from '@kushi/values/order-status'
import { IDENTITY_SIGN_KIND_NAME } from '@kushi/values/person'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { toast } from '../../shell/toast.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Refusal } from '../../ui/dialog.tsx'
import { Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatYenCell, Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

interface PersonCheckProps {
  id: number
  check: Check | null
}

/** 同じ方かの確認: this order beside the earlier ones, and what becomes of it. */
export function PersonCheck({ id, check }: PersonCheckProps) {
  if (!check) return null
  return (
    <Section
      title={check.risk_reasons && check.others.length === 0 ? 'ご注文の確認' : '同じ方かの確認'}
      lead={leadText(check)}
    >
      <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <DecisionState check={check} />
        {check.asked_at && (
          <span className="text-muted text-xs">
            お客様に確認のメールを送りました <Time value={check.asked_at} />
          </span>
        )}
      </p>
      <div className="overflow-x-auto">
        <OrderComparison check={check} />
      </div>
      {check.is_open && <Decide id={id} check={check} price={check.normal_price} />}
    </Section>
  )
}

function leadText({ outcome, benefits, is_watched, risk_reasons }: Check): string {
  const watchText = is_watched
    ? ['注意リストの会員か、同じ方かもしれない会員のご注文のため、出荷の前に止めています。']
    : []
  const riskText = risk_reasons
    ? [
        `不正注文の審査で要確認になったため、出荷の前に止めています${risk_reasons.length > 0 ? `(${risk_reasons.join('、')})` : ''}。`,
      ]
    : []
  return [...(benefits.length > 0 ? [benefitLead(outcome, benefits)] : []), ...watchText, ...riskText].join('')
}

const benefitLead = (outcome: Check['outcome'], benefits: string[]): string =>
  outcome === 'told'
    ? `${benefits.join('、')}は、ご利用ずみの方と同じと判定しました。確認画面で理由と通常の価格をお見せし、その金額で承っています。`
    : `${benefits.join('、')}は、おひとり様1回です。ご家族や同じ建物の別の方かもしれないため、出荷の前に止めています。`

function DecisionState({ check: { outcome, decision, decided_at, due_at, is_late } }: { check: Check }) {
  if (outcome === 'told') return <State tone="quiet">通常価格で承りました</State>
  if (decision !== null && decided_at !== null)
    return (
      <>
        <State tone="good">{DECISION_NAME[decision]}</State>
        <span className="text-muted text-xs">
          <Time value={decided_at} />
        </span>
      </>
    )
  return (
    <>
      <State tone={is_late ? 'stuck' : 'attention'}>{is_late ? '期限を過ぎています' : '決めてください'}</State>
      {due_at && (
        <span className="text-muted text-xs">
          期限 <Time value={due_at} />
        </span>
      )}
    </>
  )
}

const DECISION_NAME = {
  ship: '出荷すると決めました',
  normal_price: '通常価格にしました',
  cancel: '取り消しました',
} as const

/** A column for each order; what is the same stands out. On a phone the name of a row stands above it. */
function OrderComparison({ check: { order, others } }: { check: Check }) {
  const kinds = new Set(others.flatMap((one) => one.kinds))
  const rows: [string, (one: PersonCheckOrder) => ReactNode, boolean][] = [
    ['お名前', ({ name, kana }) => `${name}(${kana})`, kinds.has('resident')],
    ['ご住所', ({ address }) => address, kinds.has('resident') || kinds.has('place')],
    ['電話', ({ phone_number }) => <span className="numeric">{phone_number}</span>, kinds.has('phone')],
    ['メール', ({ email }) => email, kinds.has('mailbox')],
    ['商品', ({ items }) => items.join('、'), false],
    ['合計', (one) => `${formatYenCell(one.payment_total)} ${orderPaymentName(one)}`, false],
    ['注文日時', ({ created_at }) => <Time value={created_at} />, false],
    ['状態', ({ status }) => ORDER_STATUS_NAME[status], false],
  ]
  const look = 'grid grid-cols-(--columns) border-line border-b md:table-row'
  const style = { '--columns': `repeat(${others.length + 1}, minmax(9rem, 1fr))` } as object
  return (
    <table className="block w-full text-left md:table">
      <thead className="block md:table-header-group">
        <tr className={look} style={style}>
          <td className="hidden md:table-cell" />
          <th scope="col" className="p-2 font-medium">
            このご注文
          </th>
          {others.map((one) => (
            <th key={one.id} scope="col" className="p-2 font-medium">
              <Link className="numeric text-link" to={`/orders/${one.id}`}>
                {one.order_no}
              </Link>
              <span className="block text-muted text-xs">
                {one.kinds.length === 0
                  ? '同じ会員'
                  : `同じもの: ${one.kinds.map((kind) => IDENTITY_SIGN_KIND_NAME[kind]).join('、')}`}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {rows.map(([label, say, isSame]) => (
          <tr key={label} className={cx(look, 'last:border-0')} style={style}>
            <th scope="row" className="col-span-full whitespace-nowrap px-2 pt-2 font-normal text-muted text-xs md:p-2">
              {label}
            </th>
            {[order, ...others].map((one) => (
              <td
                key={one.id}
                className={cx('min-w-0 break-words p-2 align-top', isSame && 'bg-brass-tint font-medium')}
              >
                {say(one)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DecideProps {
  id: number
  check: Check
  /** null: nothing was given that could be taken back. */
  price: Check['normal_price']
}

function Decide({ id, check, price }: DecideProps) {
  const mayWrite = useMay('order.write')
  const { act, isBusy, refusal } = useAction()
  const [hasConsent, setConsent] = useState(false)
  if (!mayWrite) return null
  const decide = (decision: 'ship' | 'ask' | 'normal_price', done: string) =>
    void act(async () => {
      await api('POST /admin/v1/orders/{id}/person-check', {
        params: { id },
        body: { decision, has_consent: hasConsent },
      })
      toast(done)
    })
  return (
    <div className="mt-4 grid gap-4">
      <Refusal>{refusal}</Refusal>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" isBusy={isBusy} onClick={() => decide('ship', '出荷できるようになりました')}>
          このまま出荷する
        </Button>
        {price && (
          <Button isBusy={isBusy} onClick={() => decide('ask', 'お客様に確認のメールを送りました')}>
            {check.asked_at ? 'もう一度お客様に確認する' : 'お客様に確認する'}
          </Button>
        )}
      </div>
      {price?.refusal === null && (
        <fieldset className="grid max-w-[640px] gap-2 rounded-base border border-line p-3">
          <legend className="px-1 text-xs">通常価格にする</legend>
          <p>
            お支払い合計を{formatYenCell(check.order.payment_total)}から{formatYenCell(price.payment_total)}に変えます。
            {price.text}
            変更の内容は、お客様にメールでお知らせします。
          </p>
          <label className="flex items-start gap-2">
            <input
              type="checkbox"
              className="mt-1"
              checked={hasConsent}
              onChange={(event) => setConsent(event.target.checked)}
            />
            通常価格でお届けすることに、お客様の同意をいただきました
          </label>
          <div>
            <Button
              isBusy={isBusy}
              disabled={!hasConsent}
              onClick={() => decide('normal_price', '通常価格に変えました')}
            >
              通常価格にして出荷する
            </Button>
          </div>
        </fieldset>
      )}
      {price?.refusal && <p className="text-muted text-xs">通常価格に変えられません。{price.refusal}</p>}
      <p className="text-muted text-xs">取り消すときは、このページの上の「キャンセル」を使います。</p>
    </div>
  )
}
