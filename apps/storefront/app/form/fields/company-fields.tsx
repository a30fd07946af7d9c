import { parseCompanyName } from '@kushi/values/company'
import { toHiragana } from '@kushi/values/kana'
import { useFormContext } from 'react-hook-form'
import type { MemberDraft } from '../../state/purchase-draft.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useFields } from '../use-fields.ts'
import { normalizeText } from '../writing.ts'

const fields = [
  ['company_name', '会社名', 'organization'],
  ['company_name_kana', '会社名(かな)', 'off'],
  ['manager_name', 'ご担当者名', 'off'],
  ['manager_name_kana', 'ご担当者名(かな)', 'off'],
] as const

/** 法人のお客さま: the company of the account. */
export function CompanyFields({ at = '' }: { at?: string }) {
  const { getValues, setValue } = useFormContext()
  const { field, pathOf } = useFields<MemberDraft>(at)
  /** 「会社名(担当者名)」: moves the manager's name to its own field, unless that field is filled. */
  const split = () => {
    const [company, manager] = [pathOf('company_name'), pathOf('manager_name')]
    const parsed = parseCompanyName(getValues(company))
    if (!parsed?.manager_name || getValues(manager)) return
    setValue(company, parsed.company_name, { shouldValidate: true, shouldDirty: true })
    setValue(manager, parsed.manager_name, { shouldValidate: true, shouldDirty: true })
  }
  return fields.map(([name, label, token]) => (
    <TextField
      key={name}
      {...field(name, name === 'company_name' ? { onBlur: split } : undefined)}
      label={label}
      required
      autoComplete={token}
      normalize={(typed) => normalizeText(name.endsWith('kana') ? toHiragana(typed) : typed)}
    />
  ))
}
