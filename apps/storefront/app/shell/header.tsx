import { Link } from 'react-router'
import { useActing } from '../state/acting.ts'
import { useCustomer } from '../state/session.ts'
import { Icon } from '../ui/icon.tsx'
import { CartLink } from './cart-link.tsx'
import { Logo } from './logo.tsx'
import { Menu } from './menu.tsx'
import { useShell } from './use-shell.ts'

/** Menu, logo, account and cart. On phones the logo stands in the middle. */
export function Header() {
  const shell = useShell()
  const shop = shell?.shop
  const menu = shell?.menu
  const customer = useCustomer()
  // The band of a 代理ログイン has the place at the top.
  const isActing = useActing() !== null
  return (
    <header className={`${isActing ? '' : 'sticky top-0'} z-30 border-b border-line bg-washi print:hidden`}>
      <div className="mx-auto grid h-header max-w-page grid-cols-[1fr_auto_1fr] items-center px-4 md:px-6">
        <Menu />
        <Logo />
        <div className="flex items-center justify-end gap-2">
          {(!customer || menu?.menu_mypage_top_on) && (
            <Link
              to={customer ? '/mypage' : '/login'}
              className="flex min-h-tap items-center gap-2 px-2 text-sm max-md:hidden hover:underline"
            >
              <Icon name="person" size={24} />
              {customer ? 'マイページ' : 'ログイン'}
            </Link>
          )}
          {!shop?.corporate_flag && <CartLink />}
        </div>
      </div>
    </header>
  )
}
