import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

/** Runs an action, exposes the busy state and the server's error, and reloads the screen's data afterwards. */
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
      setBusy(false)
      await revalidate()
    }
  }
  return { act, isBusy, refusal }
}
