import { NavLink } from 'react-router'
import { useStore } from 'zustand'
import { memberEntries } from '../../../shell/menu-entries.ts'
import { useShell } from '../../../shell/use-shell.ts'
import { sessionStore } from '../../../state/session.ts'
import { Icon } from '../../../ui/icon.tsx'

/** The entries of my page beside its screens. */
export function MemberNav() {
  const shell = useShell()
  const { customer, has_error_payment } = useStore(sessionStore)
  const who = { isMember: Boolean(customer), has_error_payment }
  return (
    <nav aria-label="マイページ">
      <ul className="border-t border-line text-sm">
        {memberEntries(shell?.menu ?? null, shell?.shop ?? null, who).map(({ to, label, hasPaymentError }) => (
          <li key={to} className="border-b border-line">
            <NavLink
              to={to}
              end={to === '/mypage'}
              className={({ isActive }) =>
                `flex min-h-tap items-center justify-between gap-2 hover:underline ${isActive ? 'font-medium' : 'text-muted'}`
              }
            >
              {label}
              {hasPaymentError && (
                <span className="text-danger">
                  <Icon name="alert" size={16} />
                  <span className="sr-only">お支払いを確認してください</span>
                </span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
