import { MAX_CART_BADGE } from '@kushi/values/limits'
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { loadLater } from '../chunk/load-later.ts'
import { useActing } from '../state/acting.ts'
import { useCartCount } from '../state/cart.ts'
import { useCustomer } from '../state/session.ts'
import { dialogLook } from '../ui/dialog-look.ts'
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

/** The server renders it; its code is loaded after that of the page. */
const MenuContent = lazy(async () => ({ default: (await loadLater()).MenuContent }))

/** The menu: a dialog of the browser. `press/early.ts` opens and closes it, before and after the page's code is there. */
function Menu() {
  const { key } = useLocation()
  const dialog = useRef<HTMLDialogElement>(null)
  const shown = useRef(key)
  // The same element until a navigation: React would empty a menu whose code is not there yet.
  const content = useMemo(
    () => (
      <Suspense>
        <MenuContent key={key} />
      </Suspense>
    ),
    [key],
  )
  useEffect(() => {
    // Every navigation closes the menu.
    if (shown.current !== key) dialog.current?.close()
    shown.current = key
  }, [key])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-controls="menu"
        data-opens
        className="-ml-2 inline-flex justify-self-start min-h-tap min-w-tap items-center justify-center gap-2 px-2 text-sm"
      >
        <Icon name="menu" size={24} />
        <span className="max-md:sr-only">メニュー</span>
      </button>
      <dialog
        id="menu"
        ref={dialog}
        aria-label="メニュー"
        suppressHydrationWarning
        className="m-0 h-dvh max-h-none w-full max-w-panel bg-surface p-0 text-ink shadow-float backdrop:bg-ink/40"
      >
        <div className="flex h-full flex-col low:overflow-y-auto">
          <div className={dialogLook.head}>
            <h2 className={dialogLook.title}>メニュー</h2>
            {/* biome-ignore lint/a11y/noAutofocus: the field below would open a phone's keyboard; only once the menu is open */}
            <button type="button" data-closes autoFocus aria-label="閉じる" className={dialogLook.close}>
              <Icon name="close" />
            </button>
          </div>
          <div className={dialogLook.content}>{content}</div>
        </div>
      </dialog>
    </>
  )
}
