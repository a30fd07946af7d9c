import { parseCompanyName } from '@kushi/values/company-name'
import { toHiragana } from '@kushi/values/kana'
import { toHalfWidth } from '@kushi/values/text'
import { useFormContext } from 'react-hook-form'
import { TextField } from '../../../ui/text-field.tsx'
import type { PurchaseForm } from './purchase-form.ts'
import { useFieldError } from './use-field-error.ts'

const fields = [
  ['company_name', '会社名', 'organization'],
  ['company_name_kana', '会社名(かな)', 'off'],
  ['manager_name', 'ご担当者名', 'off'],
  ['manager_name_kana', 'ご担当者名(かな)', 'off'],
] as const

/** 法人のお客さま: the company behind the account. */
export function CompanyFields() {
  const { register, getValues, setValue } = useFormContext<PurchaseForm>()
  const errorOf = useFieldError()
  /** 「会社名(担当者名)」: the manager moves to the field of their own, unless somebody stands there. */
  const split = () => {
    const { company_name, manager_name } = getValues('member')
    const parsed = parseCompanyName(company_name)
    if (!parsed?.manager_name || manager_name) return
    setValue('member.company_name', parsed.company_name, { shouldValidate: true, shouldDirty: true })
    setValue('member.manager_name', parsed.manager_name, { shouldValidate: true, shouldDirty: true })
  }
  return fields.map(([name, label, token]) => (
    <TextField
      key={name}
      {...register(`member.${name}`, name === 'company_name' ? { onBlur: split } : undefined)}
      label={label}
      required
      autoComplete={token}
      error={errorOf(`member.${name}`)}
      normalize={(typed) => (name.endsWith('kana') ? toHiragana(typed) : toHalfWidth(typed)).trim()}
    />
  ))
}
