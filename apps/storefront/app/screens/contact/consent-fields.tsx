import { useFormContext } from 'react-hook-form'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { FormSection } from '../purchase/form/form-section.tsx'

interface WithConsent {
  terms_agreed: boolean
  privacy_agreed: boolean
}

/** Opens beside the form, so that nobody loses their place in it. */
const page = (name: string, label: string) => (
  <a href={`/sh/contents/${name}.html`} target="_blank" rel="noopener" className="text-link">
    {label}
    <span className="sr-only">(新しいタブで開きます)</span>
  </a>
)

/** 同意: to the terms and to the privacy policy, each by itself and never ticked beforehand. */
export function ConsentFields() {
  const { register, formState } = useFormContext<WithConsent>()
  const { errors } = formState
  return (
    <FormSection title="ご確認とご同意">
      <div className="grid gap-2">
        <CheckboxField
          {...register('terms_agreed')}
          label={<>{page('terms-of-use', 'ご利用規約')}に同意する</>}
          error={errors.terms_agreed?.message}
        />
        <CheckboxField
          {...register('privacy_agreed')}
          label={<>{page('privacy', 'プライバシーポリシー')}に同意する</>}
          error={errors.privacy_agreed?.message}
        />
      </div>
    </FormSection>
  )
}
