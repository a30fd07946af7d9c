import { Link, useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { quietApi } from '../api.ts'
import { sessionStore } from '../state/session.ts'
import { useAnswer } from '../state/use-answer.ts'
import DialogPopup from '../ui/dialog-popup.tsx'
import { Icon } from '../ui/icon.tsx'
import { type MenuEntry, memberEntries, openEntries, shoppingEntries, worryEntries } from './menu-entries.ts'
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
  const { customer, has_error_payment } = useStore(sessionStore)
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
          entries={memberEntries(shell?.menu ?? null, shop, { isMember: true, has_error_payment })}
        />
      ) : (
        <MenuGroup label="会員の方" entries={[{ to: '/login', label: 'ログイン' }]} />
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

/** Shopping entries are largest, 悩み are side by side, and explanations are small. */
const looks = {
  large: {
    list: '',
    link: 'py-1 font-mincho text-lg tracking-wider',
  },
  rows: {
    list: 'divide-y divide-line border-b border-line',
    link: 'py-2',
  },
  chips: {
    list: 'flex flex-wrap gap-x-2',
    link: 'text-sm [&>span]:rounded-base [&>span]:border [&>span]:border-line [&>span]:bg-surface [&>span]:px-3 [&>span]:py-1',
  },
  small: {
    list: 'grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-x-4',
    link: 'text-sm',
  },
}

interface MenuGroupProps {
  label: string
  entries: readonly MenuEntry[]
  look?: keyof typeof looks
}

/** A group of menu entries with a small heading. */
const MenuGroup = ({ label, entries, look = 'rows' }: MenuGroupProps) => (
  <nav aria-label={label}>
    <p className="text-xs text-muted">{label}</p>
    <ul className={looks[look].list}>
      {entries.map((entry) => (
        <li key={entry.to}>
          <Link
            to={entry.to}
            className={`flex min-h-tap flex-wrap items-center justify-between gap-x-2 hover:underline ${looks[look].link}`}
          >
            <span>{entry.label}</span>
            {entry.hasPaymentError && (
              <span className="flex items-center gap-1 text-sm text-danger">
                <Icon name="alert" size={16} />
                お支払いを確認してください
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
