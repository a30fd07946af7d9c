import { ApiError } from '@kushi/contract/client'
import type { Passkeys } from '@kushi/contract/sign-in'
import { useState } from 'react'
import { addPasskey, isCancelled } from './browser.ts'

/** Adds a passkey, one press at a time. Closing the browser's dialog is no error. */
export function useAddPasskey(onAdded: (passkeys: Passkeys) => void) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function press(): Promise<void> {
    if (isPending) return
    setPending(true)
    setProblem(null)
    try {
      onAdded(await addPasskey())
    } catch (error) {
      setProblem(isCancelled(error) ? null : wordsOf(error))
    } finally {
      setPending(false)
    }
  }
  return { press: () => void press(), isPending, problem }
}

function wordsOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  // The device holds one of the member's passkeys already.
  if (error instanceof Error && error.name === 'InvalidStateError') return 'この端末には、すでに登録されています。'
  return 'この端末では、パスキーを登録できませんでした。'
}
