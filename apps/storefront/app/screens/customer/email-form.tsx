import { quietApi } from '../../api.ts'
import { changeEmailForm } from '../../form/account.ts'
import { EmailSuggestion } from '../../form/fields/email-suggestion.tsx'
import { Form, FormEnd } from '../../form/form.tsx'
import { useDraftedForm } from '../../form/use-drafted-form.ts'
import { useSaving } from '../../form/use-saving.ts'
import { emailOf } from '../../form/writing.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface EmailFormProps {
  current: string
  onSent: (email: string) => void
}

/** The new address, and the password as proof. */
export function EmailForm({ current, onSent }: EmailFormProps) {
  const { form, forget } = useDraftedForm({
    name: 'email',
    initial: { email: '', password: '' },
    secrets: ['password'],
    codec: changeEmailForm,
  })
  const { errors } = form.formState
  const { submit, isPending, problem } = useSaving(form, {
    save: async (body) => {
      const { email } = await quietApi('POST /v1/customer/email/change', { body })
      forget()
      onSent(email)
    },
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)} className="grid gap-6">
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
        normalize={emailOf}
      />
      <EmailSuggestion
        email={form.watch('email')}
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
      <FormEnd label="確認のメールを送る" isPending={isPending} problem={problem} cancelTo="/mypage/customer" />
    </Form>
  )
}
