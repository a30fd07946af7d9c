import type { StoppedOrder } from '@kushi/contract/admin/shipping'
import { DELIVERY_SLOT_NAME } from '@kushi/values/delivery-slot'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form-for.ts'
import { type LabelFormValues, LabelPostcode } from './label-postcode.tsx'

const { Form, TextField, TextAreaField, SelectField, Beside } = formFor<LabelFormValues>()

type Text = NonNullable<StoppedOrder['original']>

/** 宛先を直す: edits the text on the label. The order keeps the text of the customer. */
export function LabelDialog({ stopped, onClose }: { stopped: StoppedOrder | null; onClose(): void }) {
  return (
    <Dialog isOpen={stopped !== null} onClose={onClose} title={`宛先を直す ${stopped?.order_no ?? ''}`}>
      {stopped?.original && <LabelForm stopped={stopped} original={stopped.original} onClose={onClose} />}
    </Dialog>
  )
}

function LabelForm({ stopped, original, onClose }: { stopped: StoppedOrder; original: Text; onClose(): void }) {
  const { revalidate } = useRevalidator()
  const { order_no, line_lengths, slots, proposal } = stopped
  const text = proposal ?? original
  const values: LabelFormValues = { ...text, slot: text.slot ?? '', is_postcode_confirmed: false }
  return (
    <Form
      values={values}
      submit="この宛先で送る"
      done="宛先を直しました"
      save={async (typed) => {
        const body = { ...typed, slot: typed.slot || null, delivery_date: typed.delivery_date || null }
        await api('PUT /admin/v1/shipping/labels/{order_no}', { params: { order_no }, body })
        onClose()
        await revalidate()
      }}
    >
      <p className="mb-3 text-muted text-xs">お客様の書いた宛先は、注文にそのまま残ります。</p>
      <TextField name="name" label="お名前" isRequired />
      <LabelPostcode />
      {line_lengths.map((length, n) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a label have no other name
          key={n}
          name={`address.${n}`}
          label={`ご住所 ${n + 1}行目`}
          hint={n === 0 ? undefined : `全角${Math.floor(length / 2)}文字まで`}
        />
      ))}
      <Beside name="address" />
      <TextField name="phone_number" label="電話番号" isRequired inputMode="tel" />
      <div className="grid gap-x-4 md:grid-cols-2">
        <TextField name="delivery_date" label="お届け日" type="date" />
        <SelectField
          name="slot"
          label="お届け時間帯"
          empty="指定なし"
          choices={slots.map((slot) => ({ value: slot, label: DELIVERY_SLOT_NAME[slot] }))}
        />
      </div>
      <TextAreaField name="note" label="備考(送り状に印字)" rows={2} />
    </Form>
  )
}
