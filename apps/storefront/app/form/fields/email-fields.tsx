import { useFormContext, useWatch } from 'react-hook-form'
import type { MemberDraft } from '../../state/purchase-draft.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useFields } from '../use-fields.ts'
import { normalizeEmail } from '../writing.ts'
import { EmailSuggestion } from './email-suggestion.tsx'

const email = {
  required: true,
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
} as const

/** メールアドレス, typed twice, because the answer to a wrong address would be lost. */
export function EmailFields() {
  const { setValue, getValues, trigger } = useFormContext<MemberDraft>()
  const { field } = useFields<MemberDraft>()
  const validateConfirmation = () => void (getValues('email_confirm') && trigger('email_confirm'))
  return (
    <>
      <TextField
        {...field('email', { onBlur: validateConfirmation })}
        {...email}
        label="メールアドレス"
        normalize={normalizeEmail}
      />
      <EmailSuggestion
        email={useWatch<MemberDraft, 'email'>({ name: 'email' })}
        onAccept={(meant) => setValue('email', meant, { shouldValidate: true, shouldDirty: true })}
      />
      <EmailConfirmField />
    </>
  )
}

/** The second input. The autocomplete value `email` lets the browser fill both. */
export function EmailConfirmField({ at = '' }: { at?: string }) {
  const { field } = useFields<MemberDraft>(at)
  return <TextField {...field('email_confirm')} {...email} label="メールアドレス(確認)" normalize={normalizeEmail} />
}
