import { ApiError } from '@kushi/contract/client'
import { startTransition, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'

/**
 * Runs an action, exposes the busy state and the server's error, and reloads the screen's data afterwards. Busy until the
 * screen shows that data, so that no row moves under the next press.
 */
export function useAction() {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error.message)
    } finally {
      await revalidate()
      // Together with the data, which the router shows in a transition.
      startTransition(() => setBusy(false))
    }
  }
  return { act, isBusy, refusal }
}

/** Reloads the screen's data every `ms` milliseconds while work is in progress. */
export function usePolling(isAtWork: boolean, ms: number): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isAtWork) return
    const timer = setInterval(() => void revalidate(), ms)
    return () => clearInterval(timer)
  }, [isAtWork, ms, revalidate])
}
