import type { OrderDetail } from '@kushi/contract/admin/order'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { ReasonField } from './reason-field.tsx'

const { Form, CheckField } = formFor<GoodsBackFormValues>()

interface GoodsBackFormValues {
  restock: boolean
  decision_reason: string
}

/** 戻った商品 of a 再送・交換: back into stock or not. */
export function GoodsBackDialog({ order, onClose }: { order: OrderDetail; onClose(): void }) {
  const { revalidate } = useRevalidator()
  return (
    <Dialog isOpen onClose={onClose} title="戻った商品の記録">
      <p className="mb-4">元の注文 {order.replaces!.order_no} から戻った商品を、記録します。記録は一度だけできます。</p>
      <Form
        values={{ restock: false, decision_reason: '' }}
        submit="記録する"
        done="戻った商品を記録しました"
        save={async (body) => {
          await api('POST /admin/v1/orders/{id}/goods-back', { params: { id: order.id }, body })
          onClose()
          await revalidate()
        }}
      >
        <CheckField
          name="restock"
          label="戻った商品を在庫に入れる"
          hint="また販売できるときだけ、チェックしてください。壊れた商品は、チェックせずに記録します。"
        />
        <ReasonField question="商品の状態も書いてください。" />
      </Form>
    </Dialog>
  )
}
