import { ApiError } from '@kushi/contract/client'
import { compactDigits } from '@kushi/values/text'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '../api.ts'
import { confirmation } from '../confirmation.ts'
import { requestPasskey } from '../passkey.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** The dialog of `confirmAgain`, rendered once in the shell. */
export function ConfirmAgain({ isDemo }: { isDemo: boolean }) {
  const isQuestionOpen = useSyncExternalStore(confirmation.subscribe, confirmation.isAsked)
  // Without the dialog no one can confirm, and a waiting call would never end.
  useEffect(() => () => confirmation.end(false), [])
  const [typed, setTyped] = useState('')
  // Not on each change: to rewrite the text while an input method (IME) composes garbles it.
  const code = compactDigits(typed)
  const [error, setError] = useState<string | null>(null)
  const end = (isConfirmed: boolean) => {
    confirmation.end(isConfirmed)
    setTyped('')
    setError(null)
  }
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
      end(true)
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : 'パスキーを確認できませんでした。')
    }
  }
  const byPasskey = async () => {
    const { options } = await api('POST /admin/v1/confirm/options')
    await api('POST /admin/v1/confirm', { body: { answer: await requestPasskey(options) } })
  }
  return (
    <Dialog isOpen={isQuestionOpen} onClose={() => end(false)} title="ご本人の確認">
      <p className="mb-4">安全のため、パスキーまたは認証アプリのコードで、もう一度ご本人であることを確認します。</p>
      <Button className="mb-4 w-full" onClick={() => void attempt(byPasskey)}>
        パスキーで確認する
      </Button>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void attempt(() => api('POST /admin/v1/confirm', { body: { code } }))
        }}
      >
        <label className="grow text-xs">
          認証アプリのコード(6桁)
          <input
            className="control numeric mt-1"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={() => setTyped(code)}
          />
        </label>
        <Button type="submit" look="primary" disabled={!/^\d{6}$/.test(code)}>
          確認する
        </Button>
      </form>
      {isDemo && (
        <div className="mt-4 border-line border-t pt-4">
          <p className="mb-2 text-muted text-xs">
            本番では、ここで担当者ご本人を確かめます。デモの担当者には、コードもパスキーもありません。
          </p>
          <Button onClick={() => void attempt(() => api('POST /admin/v1/confirm', { body: { demo: true } }))}>
            デモなので、このまま進む
          </Button>
        </div>
      )}
      {error && (
        <p role="alert" className="mt-2 text-danger text-xs">
          {error}
        </p>
      )}
    </Dialog>
  )
}
