import { useEffect, useState, useSyncExternalStore } from 'react'
import { claimQuestion } from '../claims.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** The dialog of `requestReason`, rendered once in the shell: each word with its law, and a second press with a reason. */
export function ClaimDialog() {
  const asked = useSyncExternalStore(claimQuestion.subscribe, claimQuestion.current)
  const [reason, setReason] = useState('')
  useEffect(() => () => claimQuestion.end(null), [])
  const end = (given: string | null) => {
    claimQuestion.end(given)
    setReason('')
  }
  return (
    <Dialog isOpen={asked !== null} onClose={() => end(null)} title="言葉をお確かめください">
      <ul className="mb-4 grid gap-2">
        {[...new Set(asked?.failures.map(({ message }) => message))].map((message) => (
          <li key={message} className="border-line border-b pb-2 last:border-0">
            {message}
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim() !== '') end(reason.trim())
        }}
      >
        <label className="mb-4 block text-xs">
          それでも使う理由(操作履歴に残ります)
          <input
            className="control mt-1"
            value={reason}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setReason(event.target.value)}
          />
        </label>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={() => end(null)}>
            言葉を直す
          </Button>
          <Button type="submit" disabled={reason.trim() === ''}>
            理由を残して保存する
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
