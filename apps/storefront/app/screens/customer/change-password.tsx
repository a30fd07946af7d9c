import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { quietApi } from '../../api.ts'
import { changePasswordForm } from '../../form/account.ts'
import { PasswordFields } from '../../form/fields/password-fields.tsx'
import { Form, FormEnd } from '../../form/form.tsx'
import { usePasswordLength } from '../../form/use-password-length.ts'
import { useSaving } from '../../form/use-saving.ts'
import { privatePage } from '../../seo.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { sessionStore } from '../../state/session.ts'
import { toast } from '../../state/toast.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import type { Route } from './+types/change-password.ts'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, 'パスワードの変更')

export const clientLoader = () => ({ email: sessionStore.getState().customer?.email ?? '' })
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** パスワードの変更 */
export default function ChangePassword({ loaderData: { email } }: Route.ComponentProps) {
  return (
    <MemberPage
      title="パスワードの変更"
      lead="変更すると、この端末のほかは、すべてログアウトされます。"
      parent={{ label: '会員情報', to: '/mypage/customer' }}
    >
      <PasswordForm email={email} />
    </MemberPage>
  )
}

/** The form for the current and the new password. No input is kept when the visitor leaves the page. */
function PasswordForm({ email }: { email: string }) {
  const navigate = useNavigate()
  const form = useForm({
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: zodResolver(changePasswordForm(usePasswordLength())),
    defaultValues: { current_password: '', password: '', password_confirm: '' },
  })
  const { submit, isPending, problem } = useSaving(form, {
    save: async (body) => {
      await quietApi('POST /v1/customer/password/change', { body })
      toast('パスワードを変更しました。ほかの端末はログアウトされました')
      await navigate('/mypage/customer')
    },
  })
  return (
    <Form form={form} onSubmit={(event) => void submit(event)} className="grid gap-6">
      {/* Lets password managers identify the account. */}
      <input type="hidden" autoComplete="username" value={email} />
      <div className="grid gap-1">
        <PasswordField
          {...form.register('current_password')}
          label="いまのパスワード"
          required
          autoComplete="current-password"
          error={form.formState.errors.current_password?.message}
        />
        <Link to="/forget" className="text-link inline-flex min-h-tap items-center text-sm">
          いまのパスワードを忘れた方
        </Link>
      </div>
      <PasswordFields label="新しいパスワード" required />
      <FormEnd label="パスワードを変更する" isPending={isPending} problem={problem} cancelTo="/mypage/customer" />
    </Form>
  )
}
