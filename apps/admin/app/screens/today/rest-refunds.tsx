import type { Today } from '@kushi/contract/admin/today'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Link, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, SelectField, TextAreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Section } from '../../ui/page.tsx'
import { formatYenCell, Time } from '../../ui/time.tsx'

type RestRefund = NonNullable<Today['subscriptions']>['rest_refunds'][number]

/** 返金が残っている: ended subscriptions whose refund failed at the provider. */
export function RestRefunds({ refunds }: { refunds: RestRefund[] }) {
  const [open, setOpen] = useState<RestRefund | null>(null)
  const mayPay = useMay('payment.write')
  if (refunds.length === 0) return null
  return (
    <Section title="終了した定期便の返金" lead="終了はしましたが、返金がまだ済んでいません。">
      <ul className="divide-y divide-line">
        {refunds.map((one) => (
          <li
            key={one.subscription_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0"
          >
            <span className="min-w-0 flex-1 basis-40">
              <Link to={`/subscriptions/${one.subscription_id}`} className="text-link">
                定期便 {one.subscription_id}
              </Link>{' '}
              の返金 <span className="numeric">{formatYenCell(one.amount)}</span>
              <span className="block text-muted text-xs">
                <Time value={one.ended_at} /> に終了、注文{' '}
                <Link to={`/orders/${one.order_id}`} className="text-link">
                  {one.order_no}
                </Link>
              </span>
            </span>
            {mayPay && <Button onClick={() => setOpen(one)}>返金する</Button>}
          </li>
        ))}
      </ul>
      {open && <RefundDialog refund={open} onClose={() => setOpen(null)} />}
    </Section>
  )
}

interface RestRefundFormValues {
  way: 'retry' | 'settled'
  notify: boolean
  decision_reason: string
}

function RefundDialog({ refund, onClose }: { refund: RestRefund; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const { subscription_id: id, amount } = refund
  return (
    <Dialog isOpen onClose={onClose} title={`定期便 ${id} の返金 ${formatYenCell(amount)}`}>
      <Form<RestRefundFormValues>
        values={{ way: 'retry', notify: true, decision_reason: '' }}
        submit="返金を済ませる"
        done="返金を済ませました"
        save={async ({ way, notify, decision_reason }) => {
          const params = { id }
          if (way === 'retry') await api('POST /admin/v1/subscriptions/{id}/rest-refund', { params, body: { notify } })
          else await api('POST /admin/v1/subscriptions/{id}/rest-refund/settled', { params, body: { decision_reason } })
          onClose()
          await revalidate()
        }}
      >
        <SelectField
          name="way"
          label="返金の方法"
          choices={[
            { value: 'retry', label: 'お支払いの方法へ、もう一度返金する' },
            { value: 'settled', label: 'ほかの方法で返金した(この一覧から外す)' },
          ]}
        />
        <Particulars />
      </Form>
    </Dialog>
  )
}

const Particulars = () =>
  useWatch<RestRefundFormValues>({ name: 'way' }) === 'retry' ? (
    <CheckField name="notify" label="お客様にメールで知らせる" />
  ) : (
    <TextAreaField
      name="decision_reason"
      label="どのように返金したか"
      isRequired
      rows={2}
      maxLength={500}
      hint="振込の日付など。お店の人だけが見ます。"
    />
  )
