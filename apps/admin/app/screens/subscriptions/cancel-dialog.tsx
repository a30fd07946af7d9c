import type { AdminSubscription } from '@kushi/contract/admin/subscription'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toNumber } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { formatYenCell } from '../../ui/time.tsx'

const { Form, NumberField, TextAreaField, SelectField, CheckField } = formFor<SubscriptionCancelFormValues>()

interface SubscriptionCancelFormValues {
  /** `cancel`: 解約, as the member does it, or `after` the delivery that is arranged. `end`: 終了 at once, by the shop. */
  way: 'cancel' | 'after' | 'end'
  reason: number | null
  detail: string
  refund_amount: number | null
  notify: boolean
}

interface DialogProps {
  subscription: AdminSubscription
  onClose(): void
}

/** 解約・終了, with the refund. */
export function CancelDialog({ subscription, onClose }: DialogProps) {
  const { revalidate } = useRevalidator()
  const { id, version, can, yearly } = subscription
  const mayPay = useMay('payment.write')
  const [reasons, setReasons] = useState<{ value: number; label: string }[]>([])
  useEffect(() => {
    void api('GET /admin/v1/subscriptions/{id}/change', { params: { id } }).then(({ cancel_reasons }) =>
      setReasons(cancel_reasons.map((one) => ({ value: one.id, label: one.label }))),
    )
  }, [id])
  const ways = [
    ...(can.cancel ? [{ value: 'cancel', label: '解約する' }] : []),
    ...(can.cancel_after ? [{ value: 'after', label: '手配中のお届けを最後に解約する' }] : []),
    { value: 'end', label: yearly ? 'いますぐ終了する(残りは届かない)' : 'いますぐ終了する(お店の判断で)' },
  ]
  return (
    <Dialog isOpen onClose={onClose} title={`定期便 ${id} を解約・終了する`}>
      <Form
        values={{
          way: can.cancel ? 'cancel' : can.cancel_after ? 'after' : 'end',
          reason: null,
          detail: '',
          refund_amount: 0,
          notify: true,
        }}
        submit="この定期便を終わりにする"
        look="danger"
        done="定期便を終わりにしました"
        save={async ({ way, reason, detail, refund_amount, notify }) => {
          const why = { version, notify, reason: reason as number, detail }
          if (way === 'cancel') await api('POST /admin/v1/subscriptions/{id}/cancel', { params: { id }, body: why })
          else if (way === 'after')
            await api('POST /admin/v1/subscriptions/{id}/cancel-after', { params: { id }, body: why })
          else
            await api('POST /admin/v1/subscriptions/{id}/end', {
              params: { id },
              body: { notify, decision_reason: detail, refund_amount: refund_amount ?? 0 },
            })
          onClose()
          await revalidate()
        }}
      >
        <SelectField name="way" label="終わり方" choices={ways} />
        <CancelFields subscription={subscription} reasons={reasons} mayPay={mayPay} />
        <CheckField name="notify" label="お客様にメールで知らせる" />
      </Form>
    </Dialog>
  )
}

interface ParticularsProps {
  subscription: AdminSubscription
  reasons: { value: number; label: string }[]
  mayPay: boolean
}

function CancelFields({ subscription, reasons, mayPay }: ParticularsProps) {
  const { way, refund_amount } = useWatch<SubscriptionCancelFormValues>() as SubscriptionCancelFormValues
  const { yearly, arranged_order } = subscription
  const isAtTermEnd = way === 'end'
  const canRefund = isAtTermEnd && mayPay && yearly !== null && yearly.kept_amount > 1
  return (
    <>
      {!isAtTermEnd && (
        <SelectField name="reason" label="解約の理由" isRequired isNumber empty="選択してください" choices={reasons} />
      )}
      <TextAreaField
        name="detail"
        label={isAtTermEnd ? '終了の理由' : '詳細'}
        isRequired
        rows={2}
        maxLength={isAtTermEnd ? 500 : 1000}
        hint="お店の人だけが見ます。"
      />
      {canRefund && (
        <NumberField
          name="refund_amount"
          label="年払いの返金"
          unit="円"
          hint={`残り${yearly.remaining}回は ${formatYenCell(yearly.rest_amount)} 相当です(お支払い ${formatYenCell(yearly.paid_amount)} ÷ ${yearly.total}回)。返金しないときは0円。`}
        />
      )}
      <p className="mb-4 rounded-base bg-brass-tint px-3 py-2">
        {isAtTermEnd
          ? `これから先のお届けとご請求がなくなります。${canRefund ? `${formatYenCell(toNumber(refund_amount) ?? 0)} を返金します。` : ''}`
          : subscription.cancel_text}
        {isAtTermEnd && arranged_order && `手配済みの注文 ${arranged_order.order_no} は、そのままお届けします。`}
        {!isAtTermEnd &&
          yearly &&
          !yearly.is_delivered &&
          yearly.refund_amount > 0 &&
          '返金は「今日」に出ますので、注文の画面から手続きしてください。'}
        {way === 'after' ? 'お受け取りまでは取り消せます。' : '元には戻せません。'}
      </p>
    </>
  )
}
