import { useFormContext } from 'react-hook-form'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import type { PurchaseForm } from './purchase-form.ts'
import { useFieldError } from './use-field-error.ts'

/** 個人情報の第三者提供: who gets what, and what for. Never ticked in advance. */
export function ThirdPartyConsent({ text }: { text: string }) {
  const { register } = useFormContext<PurchaseForm>()
  const errorOf = useFieldError()
  return (
    <div className="grid gap-2 rounded-base border border-line bg-surface p-4">
      <p className="text-sm">{text}</p>
      <CheckboxField
        {...register('third_party_consent')}
        label="個人情報の提供と債権の譲渡に同意する"
        error={errorOf('third_party_consent')}
      />
    </div>
  )
}
