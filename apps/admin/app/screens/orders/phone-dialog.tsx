import type { PhoneOrder, PhoneOrderOptions, PhoneOrderPreview } from '@kushi/contract/admin/phone-order'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { deliveryPatternText } from '@kushi/values/delivery-pattern'
import { orderAmountLines } from '@kushi/values/order-amounts'
import { isNothingToPay, NOTHING_TO_PAY_TEXT } from '@kushi/values/payment-method'
import { formatPoints } from '@kushi/values/points'
import { itemQuantityText } from '@kushi/values/product'
import { deliveryRangeText } from '@kushi/values/promotion'
import { firstPaymentLabel, lumpSumDeliveryCount } from '@kushi/values/subscription-status'
import { wrappingLines } from '@kushi/values/wrapping'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formFor } from '../../ui/form-for.ts'
import { formatYenCell } from '../../ui/time.tsx'

const { Form, CheckField } = formFor<{ agreed: boolean }>()

interface PhoneDialogProps {
  options: PhoneOrderOptions
  body: PhoneOrder
  preview: PhoneOrderPreview
  onClose(): void
}

/** What the operator reads to the member, and the button that places the order. */
export function PhoneDialog({ options, body, preview, onClose }: PhoneDialogProps) {
  const navigate = useNavigate()
  // One key for the content read out here: a second click is the same order.
  const key = useRef(crypto.randomUUID())
  const { customer, payments } = options
  const { items, summary, problems, first_delivery_date, payment_texts, consent_text } = preview
  const isFree = isNothingToPay(summary)
  const payment = isFree ? undefined : payments.find((one) => one.payment_method_id === body.payment_method_id)
  return (
    <Dialog isOpen onClose={onClose} title="お客様にお伝えする内容">
      {problems.map(({ product_sku_id, message }) => (
        <p key={product_sku_id} role="alert" className="mb-2 text-danger">
          {message}
        </p>
      ))}
      <ul>
        {items.map((item) => (
          <li key={item.id} className="flex justify-between gap-4">
            <span>{itemQuantityText(item)}</span>
            <span className="numeric">{formatYenCell(item.subtotal)}</span>
          </li>
        ))}
      </ul>
      {summary.gifts.map((gift) => (
        <p key={gift.id}>プレゼント: {itemQuantityText(gift)}</p>
      ))}
      {wrappingLines(preview.wrapping).map(({ label, text }) => (
        <p key={label} className="whitespace-pre-line">
          {label}: {text}
        </p>
      ))}
      {summary.promotions.map(({ promotion_id, promotion_name, coupon_code, is_applied, message }) => (
        <p key={`${promotion_id}:${coupon_code}`} className="mt-1 text-xs">
          {is_applied ? `「${promotion_name}」を適用します。` : `「${promotion_name}」は適用されません。`}
          {message}
        </p>
      ))}
      {(summary.points?.used ?? 0) > 0 && <UsedPoints points={summary.points!} />}
      <SummaryTable
        summary={summary}
        label={`${body.delivery_pattern ? firstPaymentLabel(items) : 'お支払い合計'}(税込)`}
      />
      <Facts
        rows={[
          ['お支払い方法', isFree ? NOTHING_TO_PAY_TEXT : payment?.payment_name],
          ['お届け予定日', formatShortDateWithWeekday(first_delivery_date)],
        ]}
      />
      {body.delivery_pattern && <SubscriptionFacts pattern={body.delivery_pattern} preview={preview} />}
      {payment?.is_later && (
        <p className="mt-2 text-xs">お客様がメールのリンクからお支払いを済ませると、ご注文になります。</p>
      )}
      {payment_texts.map((text) => (
        <p key={text} className="mt-2 text-xs">
          {text}
        </p>
      ))}
      <div className="mt-4">
        <Form
          values={{ agreed: false }}
          submit={
            problems.length > 0 ? null : payment?.is_later ? '支払いのリンクをメールで送る' : 'この内容で注文する'
          }
          save={async ({ agreed }) => {
            const params = { id: customer.id }
            const shownFacts = {
              shown_payment_total: summary.payment_total,
              shown_delivery_date: first_delivery_date,
              shown_following_total: summary.following?.payment_total ?? null,
              shown_later_totals: summary.later.map((phase) => phase.payment_total),
            }
            const input = {
              ...body,
              ...(isFree && { payment_method_id: null }),
              ...shownFacts,
              idempotency_key: key.current,
            }
            if (payment?.is_later) {
              await api('POST /admin/v1/customers/{id}/order-requests', { params, body: input })
              toast('お支払いのリンクをメールで送りました')
              return navigate(`/customers/${customer.id}`)
            }
            const { order_id, order_no, status, payment_message } = await api('POST /admin/v1/customers/{id}/orders', {
              params,
              body: { ...input, third_party_consent: agreed },
            })
            toast(
              status === 'payment_error'
                ? (payment_message ?? 'お支払いができませんでした')
                : `注文 ${order_no} を受け付けました`,
            )
            await navigate(`/orders/${order_id}`)
          }}
        >
          {consent_text && <CheckField name="agreed" label={`お客様が同意されました: ${consent_text}`} />}
        </Form>
      </div>
    </Dialog>
  )
}

const UsedPoints = ({ points: { used, balance } }: { points: NonNullable<PhoneOrderPreview['summary']['points']> }) => (
  <p className="mt-1 text-xs">
    {formatPoints(used)}を使います(残りは{formatPoints(balance - used)})。
  </p>
)

interface SubscriptionFactsProps {
  pattern: NonNullable<PhoneOrder['delivery_pattern']>
  preview: PhoneOrderPreview
}

/** 定期便の条件, to be read out before the order is binding: each later payment, the dates, and how to cancel. */
function SubscriptionFacts({ pattern, preview }: SubscriptionFactsProps) {
  const { items, summary, next_delivery_date, next_next_delivery_date } = preview
  const dateText = (date: string | null) => date && formatShortDateWithWeekday(date)
  const count = lumpSumDeliveryCount(items)
  return (
    <div className="mt-2">
      <Facts
        rows={[
          ['お届け周期', deliveryPatternText(pattern)],
          ...(count === null
            ? summary.later.map((phase): [string, string] => [
                `${deliveryRangeText(phase)}の毎回のお支払い(税込)`,
                formatYenCell(phase.payment_total),
              ])
            : [['2回目からのお支払い', 'ありません(年払い)'] as [string, string]]),
          ['2回目のお届け', dateText(next_delivery_date)],
          ['3回目のお届け', dateText(next_next_delivery_date)],
        ]}
      />
      <dl className="mt-2 text-xs">
        {preview.terms.map(({ label, lines }) => (
          <div key={label} className="mt-1">
            <dt className="font-medium">{label}</dt>
            <dd>{lines.join('')}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The sums, below the amounts of the items, with the total last. */
function SummaryTable({ summary, label }: Pick<PhoneOrderPreview, 'summary'> & { label: string }) {
  const { payment_total } = summary
  const rows = orderAmountLines(summary)
    .filter(({ name, amount }) => name !== 'subtotal' && (amount !== 0 || name === 'delivery_fee'))
    .map(({ label, amount }) => [label, formatYenCell(amount)])
  return (
    <dl className="mt-2 mb-4 grid grid-cols-[1fr_auto] gap-x-4 border-line border-t pt-2">
      {rows.map(([label, amount]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="numeric text-right">{amount}</dd>
        </div>
      ))}
      <div className="contents">
        <dt className="mt-1 font-medium">{label}</dt>
        <dd className="numeric mt-1 text-right font-medium text-base">{formatYenCell(payment_total)}</dd>
      </div>
    </dl>
  )
}
