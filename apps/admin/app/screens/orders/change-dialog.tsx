import type { ChangePreview } from '@kushi/contract/admin/order'
import { Button } from '../../ui/button.tsx'
import { ChangeTable } from '../../ui/change-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'

const { Form } = formFor<Record<string, never>>()

interface ChangeDialogProps {
  preview: ChangePreview
  onClose(): void
  save(): Promise<unknown>
}

/** The order before and after a change, and what happens to the payment. */
export function ChangeDialog({ preview: { changes, payment_text }, onClose, save }: ChangeDialogProps) {
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
      <p className="mb-4 rounded-base bg-brass-tint px-3 py-2">{payment_text}</p>
      <Form values={{}} submit="この内容で変更する" done="注文を変更しました" save={save}>
        {null}
      </Form>
    </Dialog>
  )
}
