import type { OrderDetail } from '@kushi/contract/admin/order'
import { useRevalidator } from 'react-router'
import { download } from '../../download.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'

const { Form, TextAreaField } = formFor<{ reason: string }>()

/** 証拠書類 of an order as a PDF. */
export function EvidenceDialog({ order, onClose }: { order: OrderDetail; onClose(): void }) {
  const { revalidate } = useRevalidator()
  return (
    <Dialog isOpen onClose={onClose} title="証拠書類を出力する">
      <p className="mb-4">
        ご注文の日の商品とショップのページ、確認画面、同意、お送りしたメール、価格の履歴、経過を、残っている記録から1つのPDFにまとめます。消費生活センターやカード会社への説明にお使いください。お客様の個人情報を含みます。
      </p>
      <Form
        values={{ reason: '' }}
        submit="PDFを出力する"
        done="証拠書類を出力しました"
        save={async (body) => {
          await download('POST /admin/v1/orders/{id}/evidence', body, { id: order.id })
          onClose()
          await revalidate()
        }}
      >
        <TextAreaField
          name="reason"
          label="提出先と理由"
          isRequired
          rows={2}
          maxLength={500}
          hint="操作履歴に残ります。"
        />
      </Form>
    </Dialog>
  )
}
