import { Outlet } from 'react-router'
import { ErrorScreen } from '../screens/error-screen.tsx'
import type { Route } from './+types/shop-layout.ts'
import { Shell } from './shell.tsx'

/** The layout of every screen but those that bring their own. */
export default function ShopLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

/** What a screen throws is shown in its place: header and footer stay. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ErrorScreen error={error} />
    </Shell>
  )
}
