import { ChangeEmailForm } from '@kushi/contract/form/password'
import { toHalfWidth } from '@kushi/values/text'
import { quietApi } from '../../api.ts'
import { SaveBar } from '../../forms/save-bar.tsx'
import { useDraftedForm } from '../../forms/use-drafted-form.ts'
import { useSaving } from '../../forms/use-saving.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EmailSuggestion } from '../login/email-suggestion.tsx'
import { schemaResolver } from '../login/form-resolver.ts'
import { useEmailSuggestion } from '../login/use-email-suggestion.ts'
import { countErrors } from '../purchase/form/count-errors.ts'

interface EmailFormProps {
  current: string
  onSent: (email: string) => void
}

const asIs = (path: string) => path

/** The new address, and the password as proof. */
export function EmailForm({ current, onSent }: EmailFormProps) {
  const { form, forget } = useDraftedForm<ChangeEmailForm>({
    name: 'email',
    initial: { email: '', password: '' },
    secrets: ['password'],
    resolver: schemaResolver(ChangeEmailForm),
  })
  const { errors } = form.formState
  const suggestion = useEmailSuggestion(form.watch('email'))
  const { submit, isPending, problem } = useSaving(form, {
    pathOf: asIs,
    save: async (body) => {
      const { email } = await quietApi('POST /v1/customer/email/change', { body })
      forget()
      onSent(email)
    },
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      <p className="text-sm">
        いまのメールアドレス
        <span className="block break-all text-base">{current}</span>
      </p>
      <TextField
        {...form.register('email')}
        label="新しいメールアドレス"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        hint="このアドレスへ確認のメールをお送りします"
        error={errors.email?.message}
        normalize={(typed) => toHalfWidth(typed).replace(/\s/g, '')}
      />
      <EmailSuggestion
        suggestion={suggestion}
        onTake={(meant) => form.setValue('email', meant, { shouldValidate: true })}
      />
      <PasswordField
        {...form.register('password')}
        label="パスワード"
        required
        hint="ご本人の確認のため、いまのパスワードを入力してください"
        autoComplete="current-password"
        error={errors.password?.message}
      />
      <SaveBar
        label="確認のメールを送る"
        wrong={countErrors(errors)}
        isPending={isPending}
        problem={problem}
        cancelTo="/mypage/customer"
      />
    </form>
  )
}
