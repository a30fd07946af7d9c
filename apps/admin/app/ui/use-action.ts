import { ApiError } from '@kushi/contract/client'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

/** Does one thing at a time, shows what stands in the way, and reads the screen anew. */
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
