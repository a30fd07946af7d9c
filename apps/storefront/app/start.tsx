import './floor.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { fetchGuard } from './guard/load-guard.ts'
import { Alive } from './press/alive.tsx'
import { takeActingCode } from './state/acting.ts'
import { keepCart } from './state/keep-cart.ts'
import { takeLinkToken } from './state/link-token.ts'
import { keepRegister } from './state/register.ts'
import { browserStorage, tabStorage } from './state/storage.ts'

/** Whether what the page is about waits for the guard: a member's own pages, the purchase, the cart. */
const waitsForGuard = () =>
  Object.values(
    (window as { __reactRouterRouteModules?: Record<string, object> }).__reactRouterRouteModules ?? {},
  ).some((route) => 'HydrateFallback' in route)

/** Begins in a browser: React takes over the page that the server has drawn. */
export function start(): void {
  // Elsewhere it is asked for when the page answers.
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
