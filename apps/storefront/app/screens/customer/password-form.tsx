import { type ChangePasswordForm, changePasswordFormOf } from '@kushi/contract/form/password'
import { passwordHint } from '@kushi/values/password'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { quietApi } from '../../api.ts'
import { SaveBar } from '../../forms/save-bar.tsx'
import { useSaving } from '../../forms/use-saving.ts'
import { usePasswordLength } from '../../shell/use-shell.ts'
import { useCustomer } from '../../state/session.ts'
import { toast } from '../../state/toast.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { schemaResolver } from '../login/form-resolver.ts'
import { countErrors } from '../purchase/form/count-errors.ts'

const asIs = (path: string) => path

/** The current password and the new one. Nothing of it is kept when the page goes away. */
export function PasswordForm() {
  const navigate = useNavigate()
  const length = usePasswordLength()
  const email = useCustomer()?.email
  const form = useForm<ChangePasswordForm>({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: schemaResolver(changePasswordFormOf(length)),
    defaultValues: { current_password: '', password: '', password_confirm: '' },
  })
  const { errors } = form.formState
  const { submit, isPending, problem } = useSaving(form, {
    pathOf: asIs,
    save: async (body) => {
      await quietApi('POST /v1/customer/password/change', { body })
      toast('パスワードを変更しました。ほかの端末はログアウトされました')
      await navigate('/mypage/customer')
    },
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-6">
      {/* So that password managers know whose password it is. */}
      <input type="hidden" autoComplete="username" value={email ?? ''} />
      <div className="grid gap-1">
        <PasswordField
          {...form.register('current_password')}
          label="いまのパスワード"
          required
          autoComplete="current-password"
          error={errors.current_password?.message}
        />
        <Link to="/forget" className="text-link inline-flex min-h-tap items-center text-sm">
          いまのパスワードを忘れた方
        </Link>
      </div>
      <PasswordField
        {...form.register('password')}
        label="新しいパスワード"
        required
        hint={`${passwordHint(length)}(英大文字・英小文字・数字をすべて含む)`}
        autoComplete="new-password"
        error={errors.password?.message}
      />
      <PasswordField
        {...form.register('password_confirm')}
        label="新しいパスワード(確認)"
        required
        autoComplete="new-password"
        error={errors.password_confirm?.message}
      />
      <SaveBar
        label="パスワードを変更する"
        wrong={countErrors(errors)}
        isPending={isPending}
        problem={problem}
        cancelTo="/mypage/customer"
      />
    </form>
  )
}
