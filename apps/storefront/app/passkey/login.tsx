import { ApiError } from '@kushi/contract/client'
import { useEffect, useRef, useState } from 'react'
import { canSuggestPasskeys, isCancelled, logInByPasskey } from './browser.ts'

type Session = Awaited<ReturnType<typeof logInByPasskey>>

/** The server's challenge lives a minute longer. */
const RENEW_INTERVAL_MS = 4 * 60_000

interface PasskeyLoginProps {
  onLogin: (session: Session) => Promise<void>
  /** null: an earlier message no longer holds. */
  onRefusal: (message: string | null) => void
}

/**
 * ログイン by a passkey: by the button, or by a suggestion of the browser under the field of the e-mail. In one line with the
 * link beside it: the first view of a phone has no room for another button.
 */
export default function PasskeyLogin({ onLogin, onRefusal }: PasskeyLoginProps) {
  const [isPending, setPending] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const callbacks = useRef({ onLogin, onRefusal })
  callbacks.current = { onLogin, onRefusal }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each `attempt` asks for a new challenge
  useEffect(() => {
    let isOver = false
    const renewTimer = setTimeout(() => setAttempt((n) => n + 1), RENEW_INTERVAL_MS)
    void (async () => {
      if (!(await canSuggestPasskeys()) || isOver) return
      const session = await logInByPasskey(true)
      if (!isOver) await callbacks.current.onLogin(session)
    })().catch((error: unknown) => {
      if (!isOver && error instanceof ApiError && error.status === 422) callbacks.current.onRefusal(error.message)
    })
    return () => {
      isOver = true
      clearTimeout(renewTimer)
    }
  }, [attempt])
  async function press(): Promise<void> {
    if (isPending) return
    setPending(true)
    onRefusal(null)
    try {
      await onLogin(await logInByPasskey(false))
    } catch (error) {
      if (error instanceof ApiError) onRefusal(error.message)
      else if (!isCancelled(error))
        onRefusal('パスキーでログインできませんでした。パスワードでもログインいただけます。')
      setAttempt((n) => n + 1)
    } finally {
      setPending(false)
    }
  }
  return (
    <button
      type="button"
      aria-disabled={isPending}
      className="text-link inline-flex min-h-tap items-center"
      onClick={() => void press()}
    >
      パスキーでログイン
    </button>
  )
}
