import { useFormContext } from 'react-hook-form'
import { emailOf } from '../../forms/email-of.ts'
import { TextField } from '../../ui/text-field.tsx'
import { EmailSuggestion } from '../login/email-suggestion.tsx'
import { useEmailSuggestion } from '../login/use-email-suggestion.ts'

interface WithEmail {
  email: string
  email_confirm: string
}

/** メールアドレス, twice: an answer to a wrong one reaches nobody. */
export function EmailFields() {
  const { register, watch, setValue, getValues, trigger, formState } = useFormContext<WithEmail>()
  const { errors } = formState
  const suggestion = useEmailSuggestion(watch('email'))
  return (
    <>
      <TextField
        {...register('email', { onBlur: () => void (getValues('email_confirm') && trigger('email_confirm')) })}
        label="メールアドレス"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        error={errors.email?.message}
        normalize={emailOf}
      />
      <EmailSuggestion
        suggestion={suggestion}
        onTake={(meant) => setValue('email', meant, { shouldValidate: true, shouldDirty: true })}
      />
      <TextField
        {...register('email_confirm')}
        label="メールアドレス(確認)"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        error={errors.email_confirm?.message}
        normalize={emailOf}
      />
    </>
  )
}
