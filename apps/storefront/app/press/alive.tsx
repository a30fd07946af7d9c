import { useEffect } from 'react'

/**
 * Notifies `early.ts` that the page is interactive. It is rendered beside the
 * router, and its effect runs after hydration.
 */
export function Alive() {
  useEffect(() => void dispatchEvent(new Event('kushi:alive')), [])
  return null
}
