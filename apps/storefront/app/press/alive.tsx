import { useEffect } from 'react'

/** Tells `early.ts` that the page answers now: rendered beside the router, its effect runs when hydration is done. */
export function Alive() {
  useEffect(() => void dispatchEvent(new Event('kushi:alive')), [])
  return null
}
