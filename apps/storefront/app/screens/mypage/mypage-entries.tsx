import { Link } from 'react-router'
import { useStore } from 'zustand'
import { myPageEntries } from '../../shell/menu-entries.ts'
import { useShell } from '../../shell/use-shell.ts'
import { sessionStore } from '../../state/session.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

const entryTexts: Record<string, { icon: IconName; text: string }> = {
  '/mypage/subscriptions': { icon: 'repeat', text: 'お届け日・内容の変更、休止、解約' },
  '/mypage/purchases': { icon: 'bag', text: 'これまでに購入した商品' },
  '/mypage/customer': { icon: 'person', text: 'お名前、メールアドレス、パスワード' },
  '/mypage/addresses': { icon: 'truck', text: 'お届け先の追加・変更' },
  '/mypage/payments': { icon: 'card', text: 'カードの追加・変更' },
  '/mypage/points': { icon: 'plus', text: '残高、付与の予定、有効期限' },
  '/mypage/referral': { icon: 'person', text: '紹介リンク、これまでのご紹介' },
  '/mypage/inquiries': { icon: 'info', text: 'お問い合わせと、お店からの返信' },
}

/** All entries of my page that the shop has enabled, in the shop's order. */
export function MypageEntries() {
  const shell = useShell()
  const { customer, has_error_payment, has_subscription } = useStore(sessionStore)
  const visitor = { isMember: Boolean(customer), has_error_payment, has_subscription }
  const entries = myPageEntries(shell?.menu ?? null, shell?.shop ?? null, visitor).filter(({ to }) => to !== '/mypage')
  return (
    <nav aria-label="マイページ">
      <ul className="border-t border-line">
        {entries.map(({ to, label, hasPaymentError }) => (
          <li key={to} className="border-b border-line">
            <Link to={to} className="group flex items-center gap-4 py-3">
              {entryTexts[to] && (
                <span className="text-muted">
                  <Icon name={entryTexts[to].icon} size={24} />
                </span>
              )}
              <span className="grid grow">
                <span className="group-hover:underline">{label}</span>
                {hasPaymentError ? (
                  <span className="flex items-center gap-1 text-xs text-danger">
                    <Icon name="alert" size={16} />
                    お支払いを確認してください
                  </span>
                ) : (
                  <span className="text-xs text-muted">{entryTexts[to]?.text}</span>
                )}
              </span>
              <span className="text-muted">
                <Icon name="right" size={16} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
