import { useFormContext } from 'react-hook-form'
import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import type { PurchaseForm } from './purchase-form.ts'
import { useFieldError } from './use-field-error.ts'

const link = 'text-link'

/** 利用規約とプライバシーポリシー. They open beside this page, so that nothing typed is lost. */
export function Agreement() {
  const { register } = useFormContext<PurchaseForm>()
  const errorOf = useFieldError()
  return (
    <div className="border-t border-line pt-6">
      <CheckboxField
        {...register('agreed')}
        label={
          <>
            <a href="/sh/contents/terms-of-use.html" target="_blank" rel="noopener" className={link}>
              利用規約
            </a>
            と
            <a href="/sh/contents/privacy.html" target="_blank" rel="noopener" className={link}>
              プライバシーポリシー
            </a>
            に同意する
          </>
        }
        error={errorOf('agreed')}
      />
    </div>
  )
}
