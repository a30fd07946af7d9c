import type { ChangePreview } from '@kushi/contract/admin/order'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'

interface ChangeDialogProps {
  preview: ChangePreview
  onClose(): void
  save(): Promise<unknown>
}

/** Before and after of a change of an order, and what becomes of the money. */
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
      <table className="mb-4 w-full text-left">
        <thead className="border-line border-b text-muted text-xs">
          <tr>
            <th className="py-1 pr-3 font-normal">項目</th>
            <th className="py-1 pr-3 font-normal">変更前</th>
            <th className="py-1 font-normal">変更後</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ label, before, after }) => (
            <tr key={label} className="border-line border-b align-top">
              <th className="py-1 pr-3 font-normal text-muted text-xs">{label}</th>
              <td className="py-1 pr-3">{before}</td>
              <td className="py-1 font-medium">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mb-4 rounded-base bg-brass-tint px-3 py-2">{payment_text}</p>
      <Form<Record<string, never>> values={{}} submit="この内容で変更する" done="注文を変更しました" save={save}>
        {null}
      </Form>
    </Dialog>
  )
}
