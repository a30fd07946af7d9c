import './polyfills.ts'
import { StrictMode, startTransition, useEffect, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadScreenFirst } from './chunk/heading.ts'
import { takeActingCode } from './state/acting.ts'
import { takeLinkToken } from './state/link-token.ts'
import { saveRegister } from './state/register.ts'
import { saveCart } from './state/save-cart.ts'
import { browserStorage, tabStorage } from './state/storage.ts'

const instrumentations = [loadScreenFirst]

/** Entry point in the browser: React hydrates the page from the server. */
export function start(): void {
  takeLinkToken(tabStorage(), window)
  takeActingCode(tabStorage(), window)
  const storage = browserStorage()
  saveCart(storage, { window, document })
  saveRegister(storage)
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter instrumentations={instrumentations} />
        <HydrationMark />
      </StrictMode>,
    )
  })
}

/**
 * Notifies `early.ts` that the page is interactive. It is rendered beside the
 * router, and its effect runs after hydration.
 */
function HydrationMark() {
  // For `bench/pages.ts`.
  useLayoutEffect(() => void performance.mark('kushi:hydrated'), [])
  useEffect(() => void dispatchEvent(new Event('kushi:alive')), [])
  return null
}
