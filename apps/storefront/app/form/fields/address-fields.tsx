import { normalizePhone } from '@kushi/values/phone'
import { prefectures } from '@kushi/values/prefecture'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { AddressDraft } from '../../state/purchase-draft.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFields } from '../use-fields.ts'
import { normalizeText } from '../writing.ts'
import type { PersonPart } from './name-fields.tsx'
import { PostcodeField } from './postcode-field.tsx'

const prefectureOptions = prefectures.map((label, index) => ({ value: String(index + 1), label }))

/** Whether an address line has no number in any script, so that the carrier may not find the house. 番地なし is fine. */
export const lacksHouseNumber = (addr02: string): boolean =>
  addr02.trim() !== '' && !/[0-9０-９一二三四五六七八九十百]|番地なし|無番地/.test(addr02)

interface AddressFieldsProps extends PersonPart {
  /** Shown below the postcode, such as its effect on the delivery. */
  children?: ReactNode
}

/** The fields from postcode to phone number. */
export function AddressFields({ at = '', isOtherPerson = false, children }: AddressFieldsProps) {
  const { field, pathOf } = useFields<AddressDraft>(at)
  const addr02: string = useWatch({ name: pathOf('addr02') })
  const token = (name: string) => (isOtherPerson ? `shipping ${name}` : name)
  return (
    <>
      <PostcodeField at={at} isOtherPerson={isOtherPerson}>
        {children}
      </PostcodeField>
      <SelectField
        {...field('pref_id')}
        label="都道府県"
        required
        options={prefectureOptions}
        placeholder="選択してください"
        autoComplete={token('address-level1')}
      />
      <TextField
        {...field('addr01')}
        label="市区町村・町名"
        required
        placeholder="渋谷区神宮前"
        autoComplete={token('address-level2')}
        normalize={normalizeText}
      />
      <div className="grid gap-1">
        <TextField
          {...field('addr02')}
          label="番地"
          required
          placeholder="1-2-3"
          autoComplete={token('address-line1')}
          normalize={normalizeText}
        />
        <p aria-live="polite" className="text-sm empty:hidden">
          {lacksHouseNumber(addr02) && '番地に数字が見当たりません。番地がない場合は、このままお進みいただけます。'}
        </p>
      </div>
      <TextField
        {...field('addr03')}
        label="建物名・部屋番号"
        required={false}
        placeholder="椿ハイツ 201"
        autoComplete={token('address-line2')}
        normalize={normalizeText}
      />
      <TextField
        {...field('phone_number')}
        label="電話番号"
        required
        hint="ハイフンなし。お届けのご連絡に使います"
        type="tel"
        inputMode="tel"
        placeholder="09012345678"
        autoComplete={token('tel-national')}
        normalize={normalizePhone}
      />
    </>
  )
}
