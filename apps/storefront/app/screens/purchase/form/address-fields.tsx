import { normalizePhone } from '@kushi/values/phone'
import { prefectures } from '@kushi/values/prefecture'
import { toHalfWidth } from '@kushi/values/text'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { lacksHouseNumber } from './house-number.ts'
import { PostcodeField } from './postcode-field.tsx'
import type { PurchaseForm } from './purchase-form.ts'
import { useFieldError } from './use-field-error.ts'

const prefectureOptions = prefectures.map((label, index) => ({ value: String(index + 1), label }))
const trim = (typed: string) => toHalfWidth(typed).trim()

interface AddressFieldsProps {
  part: 'member' | 'other'
  /** Said below the postcode, such as what it means for the delivery. */
  children?: ReactNode
}

/** Postcode to phone: the member's own address, or another one. */
export function AddressFields({ part, children }: AddressFieldsProps) {
  const { register, control } = useFormContext<PurchaseForm>()
  const errorOf = useFieldError()
  const addr02 = useWatch({ control, name: `${part}.addr02` })
  const token = (name: string) => (part === 'member' ? name : `shipping ${name}`)
  return (
    <>
      <PostcodeField part={part} />
      {children}
      <SelectField
        {...register(`${part}.pref_id`)}
        label="都道府県"
        required
        options={prefectureOptions}
        placeholder="選択してください"
        autoComplete={token('address-level1')}
        error={errorOf(`${part}.pref_id`)}
      />
      <TextField
        {...register(`${part}.addr01`)}
        label="市区町村・町名"
        required
        placeholder="渋谷区神宮前"
        autoComplete={token('address-level2')}
        error={errorOf(`${part}.addr01`)}
        normalize={trim}
      />
      <div className="grid gap-1">
        <TextField
          {...register(`${part}.addr02`)}
          label="番地"
          required
          placeholder="1-2-3"
          autoComplete={token('address-line1')}
          error={errorOf(`${part}.addr02`)}
          normalize={trim}
        />
        <p aria-live="polite" className="text-sm empty:hidden">
          {lacksHouseNumber(addr02) && '番地に数字が見当たりません。番地がない場合は、このままお進みいただけます。'}
        </p>
      </div>
      <TextField
        {...register(`${part}.addr03`)}
        label="建物名・部屋番号"
        required={false}
        placeholder="椿ハイツ 201"
        autoComplete={token('address-line2')}
        error={errorOf(`${part}.addr03`)}
        normalize={trim}
      />
      <TextField
        {...register(`${part}.phone_number`)}
        label="電話番号"
        required
        hint="ハイフンなし。お届けのご連絡に使います"
        type="tel"
        inputMode="tel"
        placeholder="09012345678"
        autoComplete={token('tel-national')}
        error={errorOf(`${part}.phone_number`)}
        normalize={normalizePhone}
      />
    </>
  )
}
