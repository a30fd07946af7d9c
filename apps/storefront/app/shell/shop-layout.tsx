import { lazy, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { loadChunk } from '../chunk/load-chunk.ts'
import { ErrorScreen } from '../screens/error-screen.tsx'
import { useActing } from '../state/acting.ts'
import type { Route } from './+types/shop-layout.ts'
import { isOwnAffair } from './is-own-affair.ts'
import { Shell } from './shell.tsx'

/** The layout of every screen but those that bring their own. */
export default function ShopLayout() {
  const { pathname } = useLocation()
  const isRefused = useActing() !== null && isOwnAffair(pathname)
  return (
    <Shell>
      {isRefused ? (
        <Suspense>
          <OwnAffair />
        </Suspense>
      ) : (
        <Outlet />
      )}
    </Shell>
  )
}

const OwnAffair = lazy(() =>
  loadChunk(() => import('./own-affair.tsx')).then(({ OwnAffair: own }) => ({ default: own })),
)

/** What a screen throws is shown in its place: header and footer stay. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ErrorScreen error={error} />
    </Shell>
  )
}
