import type { Customer as Member } from '@kushi/contract/customer'
import { type ReactNode, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { quietApi } from '../../api.ts'
import { VerifyEmail } from '../../parts/verify-email.tsx'
import { privatePage } from '../../seo.ts'
import { settle } from '../../settle.ts'
import { MemberPage, MemberSkeleton } from '../../shell/member-page.tsx'
import { useActing } from '../../state/acting.ts'
import { changeCustomer } from '../../state/auth.ts'
import { SectionHeading } from '../../ui/heading.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import type { Route } from './+types/customer.ts'
import { LineSetting } from './line-setting.tsx'
import { ProfileEditor } from './profile-editor.tsx'
import { Sessions } from './sessions.tsx'
import { Withdrawal } from './withdrawal.tsx'

export const meta: Route.MetaFunction = ({ matches }) => privatePage(matches, '会員情報')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [member, sessions, top] = await Promise.all([
    settle(quietApi('POST /v1/common/me', {}, { signal })),
    settle(quietApi('GET /v1/customer/sessions', {}, { signal })),
    settle(quietApi('GET /v1/customer/mypage-top', {}, { signal })),
  ])
  return { member, sessions, top }
}
clientLoader.hydrate = true as const
export const HydrateFallback = MemberSkeleton

/** 会員情報 */
export default function Customer({ loaderData: { member, sessions, top } }: Route.ComponentProps) {
  const [saved, setSaved] = useState<{ customer: Member; times: number } | null>(null)
  const { revalidate } = useRevalidator()
  const acting = useActing()
  return (
    <MemberPage title="会員情報">
      <div className="grid gap-12">
        <Loaded loaded={member}>
          {(loaded) => {
            const customer = saved?.customer ?? loaded
            return (
              <>
                <VerifyEmail />
                {!acting && (
                  <LoginSettings
                    email={loaded.email}
                    line_id={loaded.line_id}
                    onLineChanged={() => void revalidate()}
                  />
                )}
                <ProfileEditor
                  key={saved?.times ?? 0}
                  customer={customer}
                  onSaved={(changed) => {
                    changeCustomer(changed)
                    setSaved((before) => ({ customer: changed, times: (before?.times ?? 0) + 1 }))
                  }}
                />
                {!acting && <Sessions loaded={sessions} />}
                {!acting && <Withdrawal deliveries={top.data?.next_deliveries} />}
              </>
            )
          }}
        </Loaded>
      </div>
    </MemberPage>
  )
}

interface LoginSettingsProps {
  email: string
  line_id: string | null
  onLineChanged: () => void
}

/** The login settings of the member. Each has its own way to change; the form below does not save them. */
const LoginSettings = ({ email, line_id, onLineChanged }: LoginSettingsProps) => (
  <section aria-labelledby="login-settings" className="grid gap-4">
    <SectionHeading id="login-settings">ログインの設定</SectionHeading>
    <ul className="divide-y divide-line rounded-base border border-line bg-surface px-5">
      <Setting label="メールアドレス" action={<Change to="/mypage/customer/email" what="メールアドレス" />}>
        <span className="break-all">{email}</span>
      </Setting>
      <Setting label="パスワード" action={<Change to="/mypage/customer/password" what="パスワード" />}>
        <span aria-hidden="true">••••••••</span>
        <span className="sr-only">表示していません</span>
      </Setting>
      <Setting label="パスキーと端末" action={<Change to="/mypage/customer/security" what="パスキーと端末" />}>
        指紋や顔でのログイン、確認済みの端末
      </Setting>
      <Setting label="LINE連携" action={<LineSetting isLinked={line_id !== null} onChanged={onLineChanged} />}>
        {line_id ? '連携済み' : '未連携'}
      </Setting>
    </ul>
  </section>
)

const Setting = ({ label, action, children }: { label: string; action?: ReactNode; children: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 py-3">
    <div className="min-w-0">
      <p className="text-xs text-muted">{label}</p>
      <p>{children}</p>
    </div>
    {action && <div className="ml-auto">{action}</div>}
  </li>
)

const Change = ({ to, what: subject }: { to: string; what: string }) => (
  <Link to={to} aria-label={`${subject}を変更する`} className="text-link inline-flex min-h-tap items-center text-sm">
    変更する
  </Link>
)
