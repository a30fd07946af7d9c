import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Reloads the screen's data every `ms` milliseconds while work is in progress. */
export function useLookAgain(isAtWork: boolean, ms: number): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isAtWork) return
    const timer = setInterval(() => void revalidate(), ms)
    return () => clearInterval(timer)
  }, [isAtWork, ms, revalidate])
}
