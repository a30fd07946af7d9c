import type { Me } from '@kushi/contract/admin/operator'
import type { Permission } from '@kushi/contract/admin/permission'
import { ROLE_NAME } from '@kushi/values/role'
import { type ReactNode, useState } from 'react'
import { NavLink, Outlet, ScrollRestoration, useLoaderData, useLocation, useMatches, useNavigation } from 'react-router'
import { api } from '../api.ts'
import { type MenuEntry, menuFor } from '../menu.ts'
import { chooseShop } from '../shop.ts'
import { setShopNow } from '../shop-clock.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { useUnsavedQuestion } from '../ui/form.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoPermission } from '../ui/state.tsx'
import { ClaimDialog } from './claim-dialog.tsx'
import { ConfirmAgain } from './confirm-again.tsx'
import { Shortcuts } from './keys.tsx'
import { ToastRegion } from './toast.tsx'

export async function loadMe() {
  const me = await api('GET /admin/v1/me')
  setShopNow(me.now)
  return me
}

/** The frame of every screen after sign-in: menu, shop, operator. */
export function Shell() {
  const me = useLoaderData<Me>()
  const [isOpen, setOpen] = useState(false)
  useUnsavedQuestion()
  const isLoading = useNavigation().state === 'loading'
  const entries = menuFor(me.permissions)
  const isRefused = useMatches().some(({ handle }) => {
    const { permission } = (handle ?? {}) as { permission?: Permission }
    return permission !== undefined && !me.permissions.includes(permission)
  })
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[var(--spacing-menu)_1fr]">
      <a href="#main" className="sr-only focus:not-sr-only">
        本文へ
      </a>
      <header className="no-print flex h-bar items-center gap-2 border-line border-b bg-surface px-2 md:hidden">
        <Button look="quiet" aria-expanded={isOpen} aria-label="メニュー" onClick={() => setOpen(!isOpen)}>
          <Icon name="menu" />
        </Button>
        <span className="truncate">{me.shop.shop_name}</span>
      </header>
      <nav
        aria-label="メニュー"
        className={cx(
          'no-print border-line border-r bg-surface md:sticky md:top-0 md:block md:h-dvh md:overflow-y-auto',
          !isOpen && 'hidden',
        )}
      >
        <ShopChoice me={me} />
        <MenuList entries={entries} onChoose={() => setOpen(false)} />
        <Person me={me} onChoose={() => setOpen(false)} />
      </nav>
      <main id="main" className="min-w-0" aria-busy={isLoading}>
        {isLoading && <div className="fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-camellia" />}
        {!me.shop.is_open && <NotOpenYet me={me} />}
        {isRefused ? <NoPermission /> : <Outlet context={me} />}
      </main>
      <Shortcuts menu={entries} />
      <ConfirmAgain isDemo={me.is_demo} />
      <ClaimDialog />
      <ToastRegion />
      <ScrollRestoration />
    </div>
  )
}

/** Shown on every screen while the shop is not open, with a link to open it. */
function NotOpenYet({ me }: { me: Me }) {
  return (
    <p className="no-print border-brass border-b bg-brass-tint px-4 py-1.5 md:px-6">
      {me.shop.was_open ? 'このショップは、いま閉じています。' : 'このショップは、まだ公開されていません。'}{' '}
      {me.permissions.includes('setting.read') && (
        <NavLink to="/opening" className="text-link">
          {me.shop.was_open ? '公開と休業' : '開店の準備'}
        </NavLink>
      )}
    </p>
  )
}

function ShopChoice({ me }: { me: Me }) {
  return (
    <div className="border-line border-b px-3 py-2">
      {me.shops.length > 1 ? (
        <select
          aria-label="店舗"
          className="control"
          value={me.shop.id}
          onChange={(event) => {
            chooseShop(Number(event.target.value))
            location.assign('/admin/')
          }}
        >
          {me.shops.map(({ id, shop_name }) => (
            <option key={id} value={id}>
              {shop_name}
            </option>
          ))}
        </select>
      ) : (
        <p className="truncate font-mincho">{me.shop.shop_name}</p>
      )}
      {me.is_demo && <p className="mt-1 text-muted text-xs">デモのデータです</p>}
    </div>
  )
}

function MenuList({ entries, onChoose }: { entries: MenuEntry[]; onChoose(): void }) {
  const groups = [...new Set(entries.map(({ group }) => group))]
  const { pathname } = useLocation()
  // Of two entries below each other, only the one of the screen is current.
  const isUnderPath = (path: string) =>
    entries.some((one) => one.path.startsWith(`${path}/`) && pathname.startsWith(one.path))
  return groups.map((group) => {
    const own = entries.filter((entry) => entry.group === group)
    const list = (
      <ul>
        {own.map(({ path, search = '', label }) => (
          <li key={path}>
            <NavLink
              to={path + search}
              end={path === '/' || isUnderPath(path)}
              onClick={onChoose}
              className={({ isActive }) =>
                cx(
                  'tap flex min-h-row items-center border-l-2 px-3 hover:bg-sand',
                  isActive ? 'border-camellia bg-sand font-medium' : 'border-transparent',
                )
              }
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    )
    if (group.is_folded) {
      const isCurrent = own.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
      return (
        <FoldedGroup key={`${group.name} ${isCurrent}`} name={group.name} isHere={isCurrent}>
          {list}
        </FoldedGroup>
      )
    }
    return (
      <div key={group.name} className="py-1.5">
        {group.name && <p className="px-3 text-muted text-xs">{group.name}</p>}
        {list}
      </div>
    )
  })
}

interface FoldedGroupProps {
  name: string
  /** One of its screens is shown. */
  isHere: boolean
  children: ReactNode
}

const FoldedGroup = ({ name, isHere, children }: FoldedGroupProps) => (
  <details className="group py-1.5" open={isHere}>
    <summary className="tap flex min-h-row cursor-pointer items-center justify-between px-3 text-muted text-xs hover:bg-sand">
      {name}
      <Icon name="right" className="size-3.5 group-open:rotate-90" />
    </summary>
    {children}
  </details>
)

function Person({ me, onChoose }: { me: Me; onChoose(): void }) {
  const leave = async () => {
    await api('POST /admin/v1/sign-out')
    location.assign('/admin/sign-in')
  }
  return (
    <div className="border-line border-t px-3 py-3 text-xs">
      <p>
        {me.name}
        <span className="ml-1 text-muted">{ROLE_NAME[me.role]}</span>
      </p>
      <div className="mt-1 flex gap-3">
        <NavLink to="/account" onClick={onChoose} className="text-link">
          自分の設定
        </NavLink>
        <button type="button" className="text-link" onClick={() => void leave()}>
          ログアウト
        </button>
      </div>
      <p className="mt-2 text-muted">
        <kbd className="rounded-base border border-edge px-1 font-mono">?</kbd> キーの一覧
      </p>
    </div>
  )
}
