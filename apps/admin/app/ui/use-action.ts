import { ApiError } from '@kushi/contract/client'
import { startTransition, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { shopNow } from '../shop-clock.ts'

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

/** The longest wait that a browser's timer takes, about 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Whether a moment of the shop has passed (ISO; null: none). Renders again when it does. The timer that ended counts as
 * the answer: the clock may still read a moment too early then.
 */
export function useHasPassed(moment: string | null): boolean {
  const [passedMoment, setPassedMoment] = useState<string | null>(null)
  const left = moment === null ? Number.POSITIVE_INFINITY : Date.parse(moment) - shopNow()
  useEffect(() => {
    if (moment === null) return
    const wait = Math.max(Date.parse(moment) - shopNow(), 0)
    if (wait > MAX_TIMER_MS) return
    const timer = setTimeout(() => setPassedMoment(moment), wait)
    return () => clearTimeout(timer)
  }, [moment])
  return moment !== null && (left <= 0 || passedMoment === moment)
}
