import { CheckboxField, type CheckboxFieldProps } from '../ui/checkbox-field.tsx'

interface ThirdPartyConsentProps extends Omit<CheckboxFieldProps, 'label'> {
  text: string
}

/** 個人情報の第三者提供: the recipient, the data and the purpose. Never ticked in advance. */
export const ThirdPartyConsent = ({ text, ...field }: ThirdPartyConsentProps) => (
  <div className="grid gap-2 rounded-base border border-line bg-surface p-4">
    <p className="text-sm">{text}</p>
    <CheckboxField {...field} label="個人情報の提供と債権の譲渡に同意する" />
  </div>
)
