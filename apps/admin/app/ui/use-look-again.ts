import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Asks the loader again every `ms`, as long as something is at work. */
export function useLookAgain(isAtWork: boolean, ms: number): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isAtWork) return
    const timer = setInterval(() => void revalidate(), ms)
    return () => clearInterval(timer)
  }, [isAtWork, ms, revalidate])
}
