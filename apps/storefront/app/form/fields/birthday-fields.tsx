import { birthYears } from '@kushi/values/account'
import { formatEraYear } from '@kushi/values/date-format'
import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import type { BirthdayDraft, MemberDraft } from '../../state/purchase-draft.ts'
import { today } from '../../today.ts'
import { FieldError, RequiredMark } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useFields } from '../use-fields.ts'

const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** 生年月日, optional: three native selects. */
export function BirthdayFields({ at = '' }: { at?: string }) {
  const { register } = useFormContext()
  const { pathOf, errorOf } = useFields<MemberDraft>(at)
  const id = useId()
  const error = errorOf('birthday')
  const select = (part: keyof BirthdayDraft, unit: string, values: number[], hintOf?: (value: number) => string) => (
    <label className="flex grow items-center gap-1 text-sm first:basis-full sm:first:basis-auto">
      <span className="relative grow">
        <select
          {...register(`${pathOf('birthday')}.${part}`)}
          aria-label={`生まれた${unit}`}
          autoComplete={`bday-${part}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="control appearance-none pr-8"
        >
          <option value="">--</option>
          {values.map((value) => (
            <option key={value} value={value}>
              {hintOf ? `${value} ${hintOf(value)}` : value}
            </option>
          ))}
        </select>
        <span className="pointer-events-none absolute inset-y-0 right-2 grid place-items-center text-muted">
          <Icon name="down" size={16} />
        </span>
      </span>
      {unit}
    </label>
  )
  return (
    <fieldset>
      <legend className="mb-1 flex items-center gap-2 text-sm font-medium">
        生年月日
        <RequiredMark required={false} />
      </legend>
      <div className="flex flex-wrap gap-3">
        {select('year', '年', birthYears(today()), (year) => `(${formatEraYear(year)})`)}
        {select('month', '月', oneTo(12))}
        {select('day', '日', oneTo(31))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
