import { lazy, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { loadChunk } from '../chunk/load-chunk.ts'
import { ErrorScreen } from '../screens/error-screen.tsx'
import { useActing } from '../state/acting.ts'
import type { Route } from './+types/shop-layout.ts'
import { isOwnAffair } from './is-own-affair.ts'
import { Shell } from './shell.tsx'

/** The layout of all screens without their own. */
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

/** Shows a screen's error in its place. Header and footer stay. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ErrorScreen error={error} />
    </Shell>
  )
}
