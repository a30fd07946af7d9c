import type { ShippingBatchParcel } from '@kushi/contract/admin/shipping'
import { DESK_HOLD_REASON_NAME } from '@kushi/values/shipment'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { toast } from '../../shell/toast.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'

const { Form, TextField, NumberField, SelectField, Beside } = formFor<HoldFormValues>()

interface HoldFormValues {
  reason: keyof typeof DESK_HOLD_REASON_NAME
  note: string
  /** Missing pieces, by item of the parcel. */
  missingPieces: (number | null)[]
  /** Pieces of it that can still be sold. */
  remainingPieces: (number | null)[]
}

/** 出荷を止める: asks why, takes the parcel out of the list, and offers to undo it. */
export function HoldDialog({ parcel, onClose }: { parcel: ShippingBatchParcel | null; onClose(): void }) {
  return (
    <Dialog isOpen={parcel !== null} onClose={onClose} title={`荷物 ${parcel?.shipment_no ?? ''} の出荷を止める`}>
      {parcel && <HoldForm parcel={parcel} onClose={onClose} />}
    </Dialog>
  )
}

const reasons = choicesOf(DESK_HOLD_REASON_NAME)

function HoldForm({ parcel, onClose }: { parcel: ShippingBatchParcel; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const { shipment_no, order_no, contents } = parcel
  const undo = async () => {
    const params = { order_no }
    const { is_in_batch } = await api('POST /admin/v1/shipping/holds/{order_no}/release', {
      params,
      body: { undo: true },
    })
    if (!is_in_batch) toast('注文は「出荷できる」に戻りました。次の出荷リストに入れてください。')
    await revalidate()
  }
  return (
    <Form
      values={{
        reason: 'shortage',
        note: '',
        missingPieces: contents.map(({ quantity }) => quantity),
        remainingPieces: contents.map(() => 0),
      }}
      names={{ shortage: 'missingPieces' }}
      submit="この荷物の出荷を止める"
      save={async ({ reason, note, missingPieces, remainingPieces }) => {
        const shortage = contents.flatMap(({ product_sku_id }, n) =>
          reason === 'shortage' && (missingPieces[n] ?? 0) > 0
            ? { product_sku_id, quantity: missingPieces[n]!, left: remainingPieces[n] ?? 0 }
            : [],
        )
        const body = { reason, note, shortage }
        await api('POST /admin/v1/shipping/parcels/{shipment_no}/hold', { params: { shipment_no }, body })
        onClose()
        toast('出荷を止めました。「今日の出荷」の「止まっている」に並びます。', () => void undo())
        await revalidate()
      }}
    >
      {({ watch }) => (
        <>
          <SelectField name="reason" label="止める理由" choices={reasons} />
          {watch('reason') === 'shortage' && (
            <fieldset className="mb-4 rounded-base border border-line px-3 pt-2">
              <legend className="px-1 text-xs">棚になかった数</legend>
              {contents.map(({ product_sku_id, name, quantity, shelf }, n) => (
                <div key={product_sku_id} className="grid gap-x-4 md:grid-cols-2">
                  <NumberField
                    name={`missingPieces.${n}`}
                    label={`${shelf} ${name}`.trim()}
                    hint={`この荷物には${quantity}点`}
                    unit="点"
                  />
                  <NumberField
                    name={`remainingPieces.${n}`}
                    label="まだ売れる数"
                    hint="ほかの注文の分を除いて、残っている数"
                    unit="点"
                  />
                </div>
              ))}
              <Beside name="missingPieces" />
              <p className="mb-3 text-muted text-xs">
                在庫を「まだ売れる数」まで減らします。お客様対応の「今日」にも出ます。
              </p>
            </fieldset>
          )}
          <TextField name="note" label="メモ" maxLength={200} hint="お客様には見えません。" />
        </>
      )}
    </Form>
  )
}
