import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { quietApi } from '../api.ts'
import { sessionStore } from '../state/session.ts'
import { useAnswer } from '../state/use-answer.ts'
import DialogPopup from '../ui/dialog-popup.tsx'
import { loginEntry, memberEntries, openEntries, shoppingEntries, worryEntries } from './menu-entries.ts'
import { MenuGroup } from './menu-group.tsx'
import { MenuSearch } from './menu-search.tsx'
import { useShell } from './use-shell.ts'

interface MenuPanelProps {
  open: boolean
  onClose: () => void
}

/** The menu. The dialog is part of its code, so that it never opens without its entries. */
export default function MenuPanel({ open, onClose }: MenuPanelProps) {
  return (
    <DialogPopup open={open} onClose={onClose} title="メニュー" placement="side">
      <Menu />
    </DialogPopup>
  )
}

/** The whole menu of this visitor. */
function Menu() {
  const shell = useShell()
  const navigate = useNavigate()
  const { customer, has_error_payment, has_subscription } = useStore(sessionStore)
  const shop = shell?.shop ?? null
  const { data } = useAnswer('categories', (signal) =>
    quietApi('GET /v1/product', { query: { per_page: 1 } }, { signal }),
  )
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
      <MenuGroup label="お買いもの" entries={shoppingEntries(shop, data?.categories)} look="large" />
      {data && data.worries.length > 0 && (
        <MenuGroup label="悩みから探す" entries={worryEntries(data.worries)} look="chips" />
      )}
      {customer ? (
        <MenuGroup
          label="マイページ"
          entries={memberEntries(shell?.menu ?? null, shop, { isMember: true, has_error_payment, has_subscription })}
        />
      ) : (
        <MenuGroup label="会員の方" entries={[loginEntry]} />
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
