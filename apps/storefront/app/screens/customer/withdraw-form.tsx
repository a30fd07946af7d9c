import { zodResolver } from '@hookform/resolvers/zod'
import { WithdrawForm as Schema } from '@kushi/contract/form/password'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { quietApi } from '../../api.ts'
import { Form, FormEnd } from '../../form/form.tsx'
import { useSaving } from '../../form/use-saving.ts'
import { sessionStore } from '../../state/session.ts'
import { toast } from '../../state/toast.ts'
import { PasswordField } from '../../ui/password-field.tsx'

/** The password as proof, and the last press. */
export function WithdrawForm() {
  const navigate = useNavigate()
  const form = useForm({
    shouldFocusError: false,
    resolver: zodResolver(Schema),
    defaultValues: { password: '' },
  })
  const { errors } = form.formState
  const { submit, isPending, problem } = useSaving(form, {
    save: async (body) => {
      await quietApi('POST /v1/customer/withdraw', { body })
      // As at a logout: nothing of the member stays on this device.
      sessionStore.setState({ is_leaving: true })
      toast('退会のお手続きが完了しました。ご利用ありがとうございました')
      await navigate('/login', { replace: true })
    },
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)} className="grid gap-6">
      <PasswordField
        {...form.register('password')}
        label="パスワード"
        required
        hint="ご本人の確認のため、いまのパスワードを入力してください"
        autoComplete="current-password"
        error={errors.password?.message}
      />
      <FormEnd label="退会する" isPending={isPending} problem={problem} cancelTo="/mypage/customer" />
    </Form>
  )
}
