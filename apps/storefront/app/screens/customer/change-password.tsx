import { privatePage } from '../../seo.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { sessionStore } from '../../state/session.ts'
import type { Route } from './+types/change-password.ts'
import { PasswordForm } from './password-form.tsx'

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
