import './floor.ts'
import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { fetchGuard } from './guard/load-guard.ts'
import { takeActingCode } from './state/acting.ts'
import { keepCart } from './state/keep-cart.ts'
import { takeLinkToken } from './state/link-token.ts'
import { keepRegister } from './state/register.ts'
import { browserStorage, tabStorage } from './state/storage.ts'

/** Whether the content of the page waits for the guard: my page, purchase, cart. */
const waitsForGuard = () =>
  Object.values(
    (window as { __reactRouterRouteModules?: Record<string, object> }).__reactRouterRouteModules ?? {},
  ).some((route) => 'HydrateFallback' in route)

/** Entry point in the browser: React hydrates the page from the server. */
export function start(): void {
  // On other pages the guard is fetched after hydration.
  if (waitsForGuard()) fetchGuard()
  takeLinkToken(tabStorage(), window)
  takeActingCode(tabStorage(), window)
  const storage = browserStorage()
  keepCart(storage, { window, document })
  keepRegister(storage)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
        <Alive />
      </StrictMode>,
    )
  })
}

/**
 * Notifies `early.ts` that the page is interactive. It is rendered beside the
 * router, and its effect runs after hydration.
 */
function Alive() {
  useEffect(() => void dispatchEvent(new Event('kushi:alive')), [])
  return null
}
