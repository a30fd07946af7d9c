import { useEffect, useState } from 'react'
import { lineStore } from '../state/line.ts'
import { Button } from '../ui/button.tsx'
import { browserLine } from './browser-line.ts'
import { LineMark } from './line-mark.tsx'
import { usePress } from './use-press.ts'

/** As long as a glance at the page and two sentences take. */
const READING_MS = 6000

/** Whoever does something else meanwhile is not taken away from it, on no page of this visit. */
let isHeld = false

/**
 * LINE's login starts by itself, after it was said why; a press starts or stops it. Once somebody does something else only
 * the offer is left, and login and purchase have one of their own.
 */
export default function Announcement({ path }: { path: string }) {
  const [isWaiting, setWaiting] = useState(!isHeld)
  const { press, isPending } = usePress(() => browserLine.login(path))
  const stop = () => {
    browserLine.askNoMore()
    lineStore.setState({ invited_to: null })
  }

  useEffect(() => {
    if (!isWaiting) return
    const hold = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('[data-line-announcement]')) return
      isHeld = true
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
