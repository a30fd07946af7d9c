import type { AdminSubscription, SubscriptionPreview } from '@kushi/contract/admin/subscription'
import { ApiError } from '@kushi/contract/client'
import { deliveryFeesText } from '@kushi/values/order-amounts'
import { useCallback, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { ChangeTable } from '../../ui/change-table.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { formatYenCell } from '../../ui/time.tsx'

const { Form, CheckField } = formFor<{ notify: boolean }>()

interface DialogProps {
  subscription: AdminSubscription
  onClose(): void
}

/** 再開 without other changes: what is corrected, the price of the next delivery, or why it is not possible. */
export function ReopenDialog({ subscription, onClose }: DialogProps) {
  const { id, version } = subscription
  const { revalidate } = useRevalidator()
  const [preview, setPreview] = useState<SubscriptionPreview | null>(null)
  const [error, setError] = useState<string | null>(null)
  const look = useCallback(
    () =>
      api('POST /admin/v1/subscriptions/{id}/preview', { params: { id }, body: {} })
        .then(setPreview)
        .catch((failure: unknown) =>
          setError(failure instanceof ApiError ? failure.message : '再開したときの内容を確かめられませんでした。'),
        ),
    [id],
  )
  useEffect(() => void look(), [look])
  return (
    <Dialog isOpen onClose={onClose} title={`定期便 ${id}: 再開する`}>
      <Refusal>{error}</Refusal>
      {!preview && !error && <p role="status">再開したときの内容を確かめています。</p>}
      {preview && !error && (
        <>
          <Reopened preview={preview} />
          <Form
            values={{ notify: true }}
            submit="再開する"
            done="定期便を再開しました"
            save={async ({ notify }) => {
              const body = { version, notify, shown_payment_total: preview.payment_total }
              try {
                await api('POST /admin/v1/subscriptions/{id}/reopen', { params: { id }, body })
              } catch (failure) {
                // Reloads the preview, so that the error is shown beside the current values.
                await look()
                throw failure
              }
              onClose()
              await revalidate()
            }}
          >
            <CheckField name="notify" label="お客様にメールで知らせる" />
          </Form>
        </>
      )}
    </Dialog>
  )
}

function Reopened({ preview }: { preview: SubscriptionPreview }) {
  const { warnings, payment_total } = preview
  const changes = preview.changes.filter(({ name }) => name !== 'summary_status')
  return (
    <>
      <p className="mb-4">
        いまの内容のまま再開します。{changes.length > 0 && 'お届けに間に合わないところなどは、次のように直ります。'}
      </p>
      {changes.length > 0 && <ChangeTable changes={changes} />}
      {warnings.map((warning) => (
        <p key={warning} className="mb-2 text-danger text-xs">
          {warning}
        </p>
      ))}
      <p className="mb-4 rounded-base bg-brass-tint px-3 py-2">
        次回のお支払いは {formatYenCell(payment_total)}(うち{deliveryFeesText(preview)})です。
      </p>
    </>
  )
}
