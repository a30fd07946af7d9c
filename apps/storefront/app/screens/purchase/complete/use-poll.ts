import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'

const EVERY_MS = 2500
const TIMES = 24

/** Asks again while a payment is being checked, for a minute; then says that it takes longer. */
export function usePoll(isOpen: boolean) {
  const { revalidate, state } = useRevalidator()
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (!isOpen || asked >= TIMES) return
    const timer = setTimeout(async () => {
      if (document.visibilityState === 'visible') await revalidate()
      setAsked((count) => count + 1)
    }, EVERY_MS)
    return () => clearTimeout(timer)
  }, [isOpen, asked, revalidate])
  return { hasGivenUp: asked >= TIMES, isAsking: state === 'loading', again: () => setAsked(0) }
}
