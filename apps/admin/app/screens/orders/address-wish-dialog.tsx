import type { OrderDetail } from '@kushi/contract/admin/order'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AddressFields } from '../../ui/address-fields.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { ReasonField } from './reason-field.tsx'

const { Form, CheckField } = formFor<{ shipping_address: Address; decision_reason: string; notify: boolean }>()

type Address = NonNullable<OrderDetail['shipping_address']>

/** 宛先の変更を頼む: for an order that is being packed. The desk takes it over, or ships to the old address. */
export function AddressWishDialog({ order, onClose }: { order: OrderDetail; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const { id, order_no, shipping_address } = order
  return (
    <Dialog isOpen onClose={onClose} title={`注文 ${order_no} の宛先の変更を頼む`}>
      <p className="mb-4">
        出荷作業中のため、出荷の担当者が荷物を出荷リストから外して宛先を直します。答えが出るまで、荷物は発送されません。
      </p>
      <Form
        values={{ shipping_address: shipping_address!, decision_reason: '', notify: true }}
        submit="出荷の担当者に頼む"
        done="宛先の変更を出荷の担当者に伝えました"
        save={async (body) => {
          await api('POST /admin/v1/orders/{id}/address-wish', { params: { id }, body })
          onClose()
          await revalidate()
        }}
      >
        <AddressFields />
        <ReasonField />
        <CheckField name="notify" label="宛先が変わったら、お客様にメールで知らせる" />
      </Form>
    </Dialog>
  )
}
