import { lazy, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { loadChunk } from '../chunk/load-chunk.ts'
import { ErrorScreen } from '../screens/load-error-screen.tsx'
import { useActing } from '../state/acting.ts'
import type { Route } from './+types/shop-layout.ts'
import { Shell } from './shell.tsx'

/** Screens whose calls the server rejects in a 代理ログイン: cards, login settings, inquiries, and consents. */
const MEMBER_ONLY_PATHS = [
  '/mypage/payments/',
  ...['email', 'password', 'withdrawal', 'privacy'].map((one) => `/mypage/customer/${one}`),
  '/contact',
  '/line-',
  '/price-change',
  '/supplier/',
  '/periodic-purchase',
]

/** Whether only the member can use the screen at this path. */
export const isRefusedWhileActing = (pathname: string): boolean =>
  MEMBER_ONLY_PATHS.some((one) => pathname.startsWith(one))

/** The layout of all screens without their own. */
export default function ShopLayout() {
  const { pathname } = useLocation()
  const isRefused = useActing() !== null && isRefusedWhileActing(pathname)
  return (
    <Shell>
      {isRefused ? (
        <Suspense>
          <MemberOnlyNotice />
        </Suspense>
      ) : (
        <Outlet />
      )}
    </Shell>
  )
}

const MemberOnlyNotice = lazy(() =>
  loadChunk(() => import('./acting-refusal.tsx')).then(({ ActingRefusal: own }) => ({ default: own })),
)

/** Shows a screen's error in its place. Header and footer stay. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ErrorScreen error={error} />
    </Shell>
  )
}
