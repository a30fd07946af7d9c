import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SectionHeading } from '../../ui/heading.tsx'
import { LineSetting } from './line-setting.tsx'

interface LoginSettingsProps {
  email: string
  line_id: string | null
  onLineChanged: () => void
}

/** How the member logs in. Each has a way of its own to change: none is saved with the form below. */
export const LoginSettings = ({ email, line_id, onLineChanged }: LoginSettingsProps) => (
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

const Change = ({ to, what }: { to: string; what: string }) => (
  <Link to={to} aria-label={`${what}を変更する`} className="text-link inline-flex min-h-tap items-center text-sm">
    変更する
  </Link>
)
