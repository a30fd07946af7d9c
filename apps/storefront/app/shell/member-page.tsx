import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useStore } from 'zustand'
import { sessionStore } from '../state/session.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { PageHeading } from '../ui/heading.tsx'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { myPageEntries } from './menu-entries.ts'
import { useShell } from './use-shell.ts'

interface MemberPageProps {
  title: string
  lead?: ReactNode
  /** The parent screen between my page and this one. */
  parent?: { label: string; to: string }
  children: ReactNode
}

/** A screen of my page: breadcrumbs on top, and the entries of my page beside it on wide screens. */
export const MemberPage = ({ title, lead, parent, children }: MemberPageProps) => (
  <Page>
    <div className="pt-2 print:hidden">
      <Breadcrumb crumbs={[{ label: 'マイページ', to: '/mypage' }, ...(parent ? [parent] : []), { label: title }]} />
    </div>
    <div className="md:grid md:grid-cols-[200px_1fr] md:gap-12 lg:gap-16 print:block">
      <div className="pt-6 max-md:hidden print:hidden">
        <MemberNav />
      </div>
      <div className="min-w-0 max-w-text">
        <PageHeading lead={lead} isBelowCrumbs>
          {title}
        </PageHeading>
        {children}
      </div>
    </div>
  </Page>
)

/** The entries of my page beside its screens. */
function MemberNav() {
  const shell = useShell()
  const { customer, has_error_payment, has_subscription } = useStore(sessionStore)
  const who = { isMember: Boolean(customer), has_error_payment, has_subscription }
  return (
    <nav aria-label="マイページ">
      <ul className="border-t border-line text-sm">
        {myPageEntries(shell?.menu ?? null, shell?.shop ?? null, who).map(({ to, label, hasPaymentError }) => (
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

/** Placeholder of a screen of my page until the member is known. */
export const MemberSkeleton = () => (
  <Page>
    <div className="md:grid md:grid-cols-[200px_1fr] md:gap-12 lg:gap-16 pt-14">
      <Skeleton className="h-64 w-full max-md:hidden" />
      <div className="max-w-text">
        <Loading>
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-48 w-full" />
          <Skeleton className="h-48 w-full" />
        </Loading>
      </div>
    </div>
  </Page>
)
