import { useEffect, useState } from 'react'
import { lineStore } from '../state/line.ts'
import { Button } from '../ui/button.tsx'
import { browserLine } from './browser-line.ts'
import { LineMark } from './line-mark.tsx'
import { usePress } from './use-press.ts'

/** Enough time to look at the page and read two sentences. */
const READING_MS = 6000

/** The visitor did something else in the meantime, so no page of this visit starts the login automatically. */
let isStopped = false

/**
 * States why LINE's login starts, then starts it automatically; a click starts or stops it. After any other action of
 * the visitor only the offer stays, except on the login and purchase screens, which have their own.
 */
export default function Announcement({ path }: { path: string }) {
  const [isWaiting, setWaiting] = useState(!isStopped)
  const { press, isPending } = usePress(() => browserLine.login(path))
  const stop = () => {
    browserLine.stopAutoLogin()
    lineStore.setState({ invited_to: null })
  }

  useEffect(() => {
    if (!isWaiting) return
    const hold = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('[data-line-announcement]')) return
      isStopped = true
      setWaiting(false)
    }
    const timer = setTimeout(() => void browserLine.login(path), READING_MS)
    const events = ['pointerdown', 'keydown', 'wheel'] as const
    for (const name of events) document.addEventListener(name, hold, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const name of events) document.removeEventListener(name, hold)
    }
  }, [isWaiting, path])

  if (!isWaiting && /^\/(login|(normal|periodic)-purchase)/.test(path)) return null
  return (
    <aside
      aria-label="LINEログインのご案内"
      data-line-announcement
      className="above-bar fixed inset-x-0 z-30 border-t border-line bg-surface px-4 shadow-float"
    >
      <div role="status" className="grid gap-1 pt-4 text-sm empty:hidden">
        {isWaiting && (
          <>
            <p className="font-medium">LINEでログインすると、入力が省けます</p>
            <p className="text-muted">
              お届け先などの入力がいらなくなり、発送のお知らせをLINEで受け取れます。まもなくLINEの画面に移ります。
            </p>
          </>
        )}
      </div>
      <div className={`flex gap-3 ${isWaiting ? 'py-3' : 'py-2'}`}>
        <span className="grow">
          <Button look="secondary" wide pending={isPending} onClick={press}>
            <LineMark />
            LINEで続ける
          </Button>
        </span>
        <Button look="quiet" onClick={stop}>
          今はしない
        </Button>
      </div>
      {isWaiting && <div aria-hidden="true" className="progress-reading absolute inset-x-0 top-0 h-0.5 bg-leaf" />}
    </aside>
  )
}
