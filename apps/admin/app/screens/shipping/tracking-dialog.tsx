import type { ShippingBatchParcel } from '@kushi/contract/admin/shipping'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'

const { Form, TextField } = formFor<{ tracking_no: string }>()

/** A manual entry: the parcel, and the number that the scanner has already read. */
export interface TrackingEntry {
  parcel: ShippingBatchParcel
  tracking_no: string
}

/**
 * 送り状番号 without a file, or the correction of a wrong one. It captures the payment
 * and notifies the customer, so it asks first.
 */
export function TrackingDialog({ written: entry, onClose }: { written: TrackingEntry | null; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const isOut = entry !== null && entry.parcel.status !== 'packed'
  return (
    <Dialog
      isOpen={entry !== null}
      onClose={onClose}
      title={`送り状番号を${isOut ? '直す' : '登録する'} ${entry?.parcel.shipment_no ?? ''}`}
    >
      {entry && (
        <Form
          values={{ tracking_no: entry.tracking_no }}
          submit={isOut ? '番号を直す' : '発送済みにする'}
          done={isOut ? '送り状番号を直しました' : '発送済みにしました'}
          save={async ({ tracking_no }) => {
            const params = { shipment_no: entry.parcel.shipment_no }
            await api('PUT /admin/v1/shipping/parcels/{shipment_no}/tracking', { params, body: { tracking_no } })
            onClose()
            await revalidate()
          }}
        >
          <p className="mb-3">
            {entry.parcel.name} {entry.parcel.prefecture}
          </p>
          <p className="mb-3 text-muted text-xs">
            {isOut
              ? `いまの番号は ${entry.parcel.tracking_no} です。正しい番号を、お客様にもう一度お知らせします。`
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
