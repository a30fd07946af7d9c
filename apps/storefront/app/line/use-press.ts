import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'

/** Runs one click at a time. An error stays on the screen until the next click. */
export function usePress(work: () => Promise<unknown>) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<ApiError | null>(null)
  async function press(): Promise<void> {
    if (isPending) return
    setPending(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error)
    } finally {
      setPending(false)
    }
  }
  return { press: () => void press(), isPending, problem }
}
