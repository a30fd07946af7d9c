import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { sessionStore } from '../state/session.ts'
import { loginEntry, memberEntries, openEntries, shoppingEntries, worryEntries } from './menu-entries.ts'
import { MenuGroup } from './menu-group.tsx'
import { MenuSearch } from './menu-search.tsx'
import { useShell } from './use-shell.ts'

/** The whole menu of this visitor. While it is not known who it is, for both: the styles show one. */
export function MenuContent() {
  const shell = useShell()
  const navigate = useNavigate()
  const { customer, has_error_payment, has_subscription } = useStore(sessionStore)
  const shop = shell?.shop ?? null
  const isKnown = customer !== undefined
  const leave = () => {
    sessionStore.setState({ is_leaving: true })
    void navigate('/login')
  }
  return (
    <div className="grid gap-6">
      {customer && (
        <p>
          <span className="font-mincho text-lg tracking-wider">
            {customer.name01} {customer.name02}
          </span>
          <span className="ml-1 text-sm">さま</span>
          {customer.rank_name && <span className="block text-sm text-muted">会員ランク {customer.rank_name}</span>}
        </p>
      )}
      <MenuSearch />
      <MenuGroup label="お買いもの" entries={shoppingEntries(shop, shell?.categories)} look="large" />
      <MenuGroup label="悩みから探す" entries={worryEntries(shell?.worries)} look="chips" />
      {customer !== null && (
        <div className={isKnown ? '' : 'if-cart-unknown'}>
          <MenuGroup
            label="マイページ"
            entries={memberEntries(shell?.menu ?? null, shop, { isMember: true, has_error_payment, has_subscription })}
          />
        </div>
      )}
      {!customer && (
        <div className={isKnown ? '' : 'unless-cart-unknown'}>
          <MenuGroup label="会員の方" entries={[loginEntry]} />
        </div>
      )}
      <MenuGroup label="ご案内" entries={openEntries} look="small" />
      {customer && (
        <button
          type="button"
          onClick={leave}
          className="min-h-tap text-left text-sm text-muted underline underline-offset-4"
        >
          ログアウト
        </button>
      )}
    </div>
  )
}
