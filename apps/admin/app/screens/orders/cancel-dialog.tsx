import type { OrderDetail } from '@kushi/contract/admin/order'
import { isPrepaidMethod, paymentMethodName } from '@kushi/values/payment-method'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { formatNumber, formatYenCell } from '../../ui/time.tsx'
import { ReasonField } from './reason-field.tsx'

const { Form, SelectField, CheckField } = formFor<CancelFormValues>()

interface CancelFormValues {
  decision_reason: string
  notify: boolean
  keep: 'end' | 'keep'
}

interface DialogProps {
  order: OrderDetail
  onClose(): void
}

/** キャンセル: its effects with the amounts, and the reason. */
export function CancelDialog({ order, onClose }: DialogProps) {
  const { revalidate } = useRevalidator()
  return (
    <Dialog isOpen onClose={onClose} title={`注文 ${order.order_no} をキャンセルする`}>
      <p className="mb-4">{consequenceText(order)}</p>
      <Form
        values={{ decision_reason: '', notify: true, keep: 'end' }}
        submit="この注文をキャンセルする"
        done="注文をキャンセルしました"
        save={async ({ keep, ...body }) => {
          await api('POST /admin/v1/orders/{id}/cancel', {
            params: { id: order.id },
            body: { ...body, keep_subscription: keep === 'keep' },
          })
          onClose()
          await revalidate()
        }}
      >
        <SubscriptionField order={order} />
        <ReasonField />
        <CheckField name="notify" label="お客様にメールで知らせる" />
      </Form>
    </Dialog>
  )
}

function consequenceText({
  payment_state,
  payment_method_id,
  payment_total,
  pieces,
  status,
  subscription,
  cycle,
}: OrderDetail) {
  const method = paymentMethodName(payment_method_id)
  const texts = [status === 'payment_error' ? '' : `商品${formatNumber(pieces)}点を在庫に戻します。`]
  if (payment_state === 'authorised' && payment_method_id !== null)
    texts.push(`${method}の仮売上 ${formatYenCell(payment_total)} を取り消します。`)
  if (payment_state === 'held') texts.push(`${method}の審査 ${formatYenCell(payment_total)} を取り消します。`)
  if (payment_state === 'awaiting') texts.push('お支払いの番号を取り消します。')
  if (payment_state === 'captured')
    texts.push(
      isPrepaidMethod(payment_method_id)
        ? `お支払い済みの ${formatYenCell(payment_total)} は、銀行振込でお返しします。続けて「お支払い」で、振込先を伺ってください。`
        : `お支払い済みの ${formatYenCell(payment_total)} は、${method}にそのままお返しします。`,
    )
  if (payment_state === 'intent')
    texts.push(
      `${method}の決済の結果を確認しています。成立していたときは、${formatYenCell(payment_total)} を取り消します。`,
    )
  if (subscription && cycle !== 1) texts.push('定期便は続き、次の回に進みます。')
  return `${texts.join('')}元には戻せません。`
}

/** A subscription ends with its first order, unless the operator keeps it; 年払い always does. */
export function SubscriptionField({ order: { subscription, cycle, items } }: { order: OrderDetail }) {
  if (!subscription || cycle !== 1) return null
  if (items.some((item) => item.lump_sum_payment_flag))
    return (
      <p className="mb-4">この注文で始まった年払いの定期便 {subscription.id} も終了します。残りの回は届きません。</p>
    )
  return (
    <SelectField
      name="keep"
      label={`この注文で始まった定期便 ${subscription.id}`}
      choices={[
        { value: 'end', label: '定期便も終了する' },
        { value: 'keep', label: '定期便は続ける' },
      ]}
    />
  )
}
