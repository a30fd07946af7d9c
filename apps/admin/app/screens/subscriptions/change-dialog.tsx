import type { SubscriptionPreview } from '@kushi/contract/admin/subscription'
import { deliveryFeesText } from '@kushi/values/order-amounts'
import { Button } from '../../ui/button.tsx'
import { ChangeTable } from '../../ui/change-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { formatYenCell } from '../../ui/time.tsx'

const { Form, CheckField } = formFor<{ notify: boolean }>()

interface ChangeDialogProps {
  preview: SubscriptionPreview
  /** The price of the next delivery without the change. */
  before: number
  onClose(): void
  save(typed: { notify: boolean }): Promise<unknown>
}

/** The subscription before and after a change, and its new price. */
export function ChangeDialog({ preview, before, onClose, save }: ChangeDialogProps) {
  const { changes, warnings, stays, payment_total, following_payment_total } = preview
  if (changes.length === 0)
    return (
      <Dialog isOpen onClose={onClose} title="変更はありません">
        <p className="mb-4">いまの内容と同じです。変更したいところを直してから、もう一度お確かめください。</p>
        <Button onClick={onClose}>戻る</Button>
      </Dialog>
    )
  return (
    <Dialog isOpen onClose={onClose} title="この内容で変更しますか">
      <ChangeTable changes={changes} />
      {warnings.map((warning) => (
        <p key={warning} className="mb-2 text-danger text-xs">
          {warning}
        </p>
      ))}
      <ul className="mb-2 text-muted text-xs">
        {stays.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <p className="mb-4 rounded-base bg-brass-tint px-3 py-2">
        次回のお支払いは {formatYenCell(before)} から {formatYenCell(payment_total)}(うち
        {deliveryFeesText(preview)})になります。
        {following_payment_total !== payment_total && `その次からは ${formatYenCell(following_payment_total)} です。`}
      </p>
      <Form values={{ notify: true }} submit="この内容で変更する" done="定期便を変更しました" save={save}>
        <CheckField name="notify" label="変更の内容を、お客様にメールで知らせる" />
      </Form>
    </Dialog>
  )
}
