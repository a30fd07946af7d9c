import type { ShippingBatchParcel } from '@kushi/contract/admin/shipping'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'

/** A manual entry: the parcel, and the number that the scanner has already read. */
export interface TrackingEntry {
  parcel: ShippingBatchParcel
  tracking_no: string
}

/**
 * 送り状番号 without a file, or the correction of a wrong one. It captures the payment
 * and notifies the customer, so it asks first.
 */
export function TrackingDialog({ written, onClose }: { written: TrackingEntry | null; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const isOut = written !== null && written.parcel.status !== 'packed'
  return (
    <Dialog
      isOpen={written !== null}
      onClose={onClose}
      title={`送り状番号を${isOut ? '直す' : '登録する'} ${written?.parcel.shipment_no ?? ''}`}
    >
      {written && (
        <Form<{ tracking_no: string }>
          values={{ tracking_no: written.tracking_no }}
          submit={isOut ? '番号を直す' : '発送済みにする'}
          done={isOut ? '送り状番号を直しました' : '発送済みにしました'}
          save={async ({ tracking_no }) => {
            const params = { shipment_no: written.parcel.shipment_no }
            await api('PUT /admin/v1/shipping/parcels/{shipment_no}/tracking', { params, body: { tracking_no } })
            onClose()
            await revalidate()
          }}
        >
          <p className="mb-3">
            {written.parcel.name} {written.parcel.prefecture}
          </p>
          <p className="mb-3 text-muted text-xs">
            {isOut
              ? `いまの番号は ${written.parcel.tracking_no} です。正しい番号を、お客様にもう一度お知らせします。`
              : '集荷を待たずに発送済みにして、代金を確定し、お客様に1回お知らせします。'}
          </p>
          <TextField
            name="tracking_no"
            label="送り状番号"
            autoFocus
            isRequired
            inputMode="numeric"
            hint="数字12桁。ハイフンは入れても構いません。"
          />
        </Form>
      )}
    </Dialog>
  )
}
