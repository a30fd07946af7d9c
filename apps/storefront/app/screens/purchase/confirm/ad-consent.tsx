import { CheckboxField } from '../../../ui/checkbox-field.tsx'
import type { Placing } from './use-place-order.ts'

/** 広告の成果を測ることへの同意: optional, and never ticked in advance. Other words have to be agreed to anew. */
export function AdConsent({ text, placing }: { text: string; placing: Placing }) {
  const [question, ...rest] = text.split('\n')
  return (
    <CheckboxField
      name="ad_consent"
      checked={placing.agreedText === text}
      onChange={(event) => placing.setAgreedText(event.target.checked ? text : null)}
      label={<span className="text-sm">{question}</span>}
      hint={rest.join('\n')}
    />
  )
}
