import { MAX_CART_BADGE } from '@kushi/values/limits'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { loadChunk } from '../chunk/load-chunk.ts'
import { useActing } from '../state/acting.ts'
import { useCartCount } from '../state/cart.ts'
import { useCustomer } from '../state/session.ts'
import { Icon } from '../ui/icon.tsx'
import { ShopSign } from './shop-sign.tsx'
import { useMembersOnly, useShell, useShop } from './use-shell.ts'

/** Menu, logo, account and cart. On phones the logo is centred. */
export function Header() {
  const shell = useShell()
  const shop = shell?.shop
  const menu = shell?.menu
  const customer = useCustomer()
  const isMembersOnly = useMembersOnly()
  // The band of a 代理ログイン or a プレビュー is at the top instead.
  const isActing = useActing() !== null
  const isBelowBand = isActing || shell?.client.as_of
  return (
    <header className={`${isBelowBand ? '' : 'sticky top-0'} z-30 border-b border-line bg-washi print:hidden`}>
      <div className="mx-auto grid h-header max-w-page grid-cols-[1fr_auto_1fr] items-center px-4 md:px-6">
        {isMembersOnly ? <span /> : <Menu />}
        <Logo />
        <div className="flex items-center justify-end gap-2">
          {(!customer || isMembersOnly || menu?.menu_mypage_top_on) && (
            <Link
              to={customer ? '/mypage' : '/login'}
              className={`flex min-h-tap items-center gap-2 px-2 text-sm hover:underline ${isMembersOnly ? '' : 'max-md:hidden'}`}
            >
              <Icon name="person" size={24} />
              {customer ? 'マイページ' : 'ログイン'}
            </Link>
          )}
          {!shop?.corporate_flag && !isMembersOnly && <CartLink />}
        </div>
      </div>
    </header>
  )
}

/** Links to the products; in a shop for companies to my page. */
function Logo() {
  const shop = useShop()
  const isMembersOnly = useMembersOnly()
  return (
    <Link
      to={shop?.corporate_flag || isMembersOnly ? '/mypage' : '/products'}
      className="inline-flex min-h-tap items-center gap-2 font-mincho text-lg leading-none tracking-widest"
    >
      <ShopSign />
    </Link>
  )
}

/** Link to the cart, with the number of pieces. */
function CartLink() {
  const count = useCartCount()
  const shown = count > MAX_CART_BADGE ? `${MAX_CART_BADGE}+` : String(count)
  return (
    <Link to="/cart" className="relative grid size-tap place-items-center">
      <Icon name="bag" size={24} />
      <span className="sr-only">カート({count}点)</span>
      {count > 0 && (
        <span
          aria-hidden="true"
          className="numeric absolute top-1 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-ink px-1 text-xs leading-none text-surface"
        >
          {shown}
        </span>
      )}
    </Link>
  )
}

const loadPanel = () => import('./menu-panel.tsx')
const MenuPanel = lazy(() => loadChunk(loadPanel))

/** Loads the menu when the pointer comes near, because most visits do not use it. */
const preload = () => void loadPanel().catch(() => {})

/** The menu button and its panel. Until the code is there, the button opens the menu that the server filled in. */
function Menu() {
  const [isOpen, setOpen] = useState(false)
  const wasOpen = useRef(false)
  if (isOpen) wasOpen.current = true
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setOpen(false), [key])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        // When it is closed, the browser states whether the early menu is open.
        aria-expanded={isOpen || undefined}
        popoverTarget="early-menu"
        className="-ml-2 inline-flex justify-self-start min-h-tap min-w-tap items-center justify-center gap-2 px-2 text-sm"
        onClick={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Icon name="menu" size={24} />
        <span className="max-md:sr-only">メニュー</span>
      </button>
      {/* early-menu.server.tsx makes the menu of it. Another screen has a new one, which is empty. */}
      <div
        key={key}
        id="early-menu"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React keeps what the server filled in
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      {wasOpen.current && (
        <Suspense fallback={null}>
          <MenuPanel open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
