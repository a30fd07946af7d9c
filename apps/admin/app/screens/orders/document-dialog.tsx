import type { OrderDetail } from '@kushi/contract/admin/order'
import { DOCUMENT_NAME, type DocumentType } from '@kushi/values/document'
import { useWatch } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { download } from '../../download.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'

const { Form, TextField, SelectField } = formFor<DocumentFormValues>()

const names: Record<DocumentType, string> = { ...DOCUMENT_NAME, 'delivery-slip': '納品書(適格請求書)' }

interface DocumentFormValues {
  type: DocumentType
  name: string
  proviso: string
}

/** ご利用明細・領収書・納品書・適格返還請求書 as a PDF. */
export function DocumentDialog({ order, onClose }: { order: OrderDetail; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const { receipt, statement, delivery_slip, return_invoice, receipt_count } = order.documents
  const refusals: Record<DocumentType, string | null> = {
    receipt,
    statement,
    'delivery-slip': delivery_slip,
    'return-invoice': return_invoice,
  }
  const types = (Object.keys(names) as DocumentType[]).filter((type) => refusals[type] === null)
  return (
    <Dialog isOpen onClose={onClose} title="書類を発行する">
      <Form
        values={{ type: types[0]!, name: '', proviso: '' }}
        submit="PDFを発行する"
        done="書類を発行しました"
        save={async (body) => {
          await download('POST /admin/v1/orders/{id}/documents', body, { id: order.id })
          onClose()
          await revalidate()
        }}
      >
        <SelectField name="type" label="書類" choices={types.map((type) => ({ value: type, label: names[type] }))} />
        <TextField name="name" label="宛名" maxLength={40} hint="空欄のときは、会員のお名前か会社名になります。" />
        <Proviso count={receipt_count} />
        {receipt !== null && <p className="mb-4 text-muted text-xs">領収書: {receipt}</p>}
      </Form>
    </Dialog>
  )
}

function Proviso({ count }: { count: number }) {
  const { type } = useWatch<DocumentFormValues>()
  if (type !== 'receipt') return null
  return (
    <>
      <TextField name="proviso" label="但し書き" maxLength={40} hint="空欄のときは「商品代」になります。" />
      {count > 0 && (
        <p className="mb-4 rounded-base bg-brass-tint px-3 py-2 text-xs">
          この注文の領収書は、すでに{count}回発行しています。今回の領収書には「再発行」と入ります。
        </p>
      )}
    </>
  )
}
