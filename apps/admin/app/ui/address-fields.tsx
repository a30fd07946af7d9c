import type { OrderChange } from '@kushi/contract/admin/order'
import { prefectures } from '@kushi/values/prefecture'
import { useFormContext } from 'react-hook-form'
import { formFor } from './form-for.ts'
import { PostcodeField } from './postcode-field.tsx'

type Values = Pick<OrderChange, 'shipping_address'>

const { TextField, SelectField } = formFor<Values>()

const prefs = prefectures.map((label, index) => ({ value: index + 1, label }))

/** お届け先 in a form, as `shipping_address`. */
export function AddressFields() {
  // The postcode field fills these fields, so they are registered here.
  const { register } = useFormContext<Values>()
  register('shipping_address.postal_code01')
  register('shipping_address.postal_code02')
  return (
    <>
      <div className="grid gap-x-4 md:grid-cols-4">
        <TextField name="shipping_address.name01" label="姓" isRequired maxLength={20} />
        <TextField name="shipping_address.name02" label="名" isRequired maxLength={20} />
        <TextField name="shipping_address.kana01" label="せい" isRequired maxLength={40} />
        <TextField name="shipping_address.kana02" label="めい" isRequired maxLength={40} />
        <PostcodeField<Values> at="shipping_address" />
        <SelectField name="shipping_address.pref_id" label="都道府県" isRequired isNumber choices={prefs} />
        <TextField name="shipping_address.phone_number" label="電話番号" isRequired inputMode="tel" />
      </div>
      <div className="grid gap-x-4 md:grid-cols-3">
        <TextField name="shipping_address.addr01" label="市区町村" isRequired maxLength={60} />
        <TextField name="shipping_address.addr02" label="番地" isRequired maxLength={60} />
        <TextField name="shipping_address.addr03" label="建物名・部屋番号" maxLength={60} />
      </div>
    </>
  )
}
