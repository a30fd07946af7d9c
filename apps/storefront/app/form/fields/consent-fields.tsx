import { CheckboxField } from '../../ui/checkbox-field.tsx'
import type { LineContactFields } from '../contact.ts'
import { FormSection } from '../form.tsx'
import { useFields } from '../use-fields.ts'

/** Opens in another tab, so that no input is lost. */
const page = (name: string, label: string) => (
  <a href={`/sh/contents/${name}.html`} target="_blank" rel="noopener" className="text-link">
    {label}
    <span className="sr-only">(新しいタブで開きます)</span>
  </a>
)

/** 同意 to the terms and to the privacy policy, separately and never ticked beforehand. */
export function ConsentFields() {
  const { field } = useFields<LineContactFields>()
  return (
    <FormSection title="ご確認とご同意">
      <div className="grid gap-2">
        <CheckboxField {...field('terms_agreed')} label={<>{page('terms-of-use', 'ご利用規約')}に同意する</>} />
        <CheckboxField {...field('privacy_agreed')} label={<>{page('privacy', 'プライバシーポリシー')}に同意する</>} />
      </div>
    </FormSection>
  )
}
