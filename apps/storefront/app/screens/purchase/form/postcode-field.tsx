import { compactDigits } from '@kushi/values/text'
import { useFormContext } from 'react-hook-form'
import { TextField } from '../../../ui/text-field.tsx'
import type { PurchaseForm } from './purchase-form.ts'
import { useFieldError } from './use-field-error.ts'
import { usePostcode } from './use-postcode.ts'

/** 郵便番号 in one field, which fills the address below. */
export function PostcodeField({ part }: { part: 'member' | 'other' }) {
  const { register } = useFormContext<PurchaseForm>()
  const errorOf = useFieldError()
  const postcode = usePostcode(part)
  const field = register(`${part}.postal_code`)
  return (
    <div className="grid gap-2">
      <TextField
        {...field}
        label="郵便番号"
        required
        hint="ハイフンなしの7桁。住所を自動で入力します"
        inputMode="numeric"
        placeholder="1500001"
        autoComplete={part === 'member' ? 'postal-code' : 'shipping postal-code'}
        error={errorOf(`${part}.postal_code`)}
        normalize={(typed) => compactDigits(typed.replace(/〒/g, ''))}
        onChange={(event) => {
          postcode.typed(event.currentTarget.value)
          return field.onChange(event)
        }}
      />
      <div aria-live="polite" className="grid gap-2 text-sm empty:hidden">
        {postcode.isLoading && <p className="text-muted">住所を調べています</p>}
        {postcode.hasFailed && (
          <p className="text-muted">住所を調べられませんでした。お手数ですが、下の欄にご入力ください。</p>
        )}
        {postcode.isUnknown && (
          <p className="text-muted">
            この郵便番号の住所が見つかりません。番号をお確かめのうえ、下の欄にご入力ください。
          </p>
        )}
        {postcode.choices.length > 0 && (
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-medium">
              {postcode.choices.length > 1 ? '該当する住所をお選びください' : 'この住所にしますか'}
            </legend>
            {postcode.choices.map(({ town, label }) => (
              <button
                key={label}
                type="button"
                className="min-h-tap rounded-base border border-line bg-surface px-4 py-2 text-left hover:border-ink"
                // The field above keeps the focus: what it would say when it is left moves this button away from the finger.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => postcode.choose(town)}
              >
                {label}
              </button>
            ))}
          </fieldset>
        )}
      </div>
    </div>
  )
}
