import { SEX } from '@kushi/values/account'
import { type ComponentProps, useId } from 'react'
import type { MemberDraft } from '../../state/purchase-draft.ts'
import { RequiredMark } from '../../ui/field.tsx'
import { useFields } from '../use-fields.ts'

interface ChoiceRowProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'required'> {
  legend: string
  required?: boolean
  options: readonly { value: string; label: string }[]
}

/** Radio buttons with short labels, side by side. */
function ChoiceRow({ legend, required, options, ...input }: ChoiceRowProps) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id}>
      <legend id={id} className="mb-1 flex items-center gap-2 text-sm font-medium">
        {legend}
        <RequiredMark required={required} />
      </legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-tap items-center gap-2">
            <input {...input} type="radio" value={option.value} className="size-5 accent-ink" />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const accountTypes = [
  { value: 'personal', label: '個人' },
  { value: 'business', label: '法人' },
]
const sexes = [
  { value: String(SEX.female), label: '女性' },
  { value: String(SEX.male), label: '男性' },
  { value: '', label: '回答しない' },
]

export const AccountTypeRow = ({ at = '' }: { at?: string }) => (
  <ChoiceRow {...useFields<MemberDraft>(at).field('account_type')} legend="ご利用の区分" options={accountTypes} />
)

export const SexRow = ({ at = '' }: { at?: string }) => (
  <ChoiceRow {...useFields<MemberDraft>(at).field('sex')} legend="性別" required={false} options={sexes} />
)
