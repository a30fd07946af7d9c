import { useEffect, useRef } from 'react'
import { Notice } from './notice.tsx'

/** The result of an action on this screen. It takes the focus if the clicked button is gone. */
export function News({ text, tone = 'leaf' }: { text: string | null; tone?: 'leaf' | 'warning' | 'danger' }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text === null) return
    // Waits until the closing dialog has tried to return the focus to a button that no longer exists.
    const timer = setTimeout(() => box.current?.focus(), 250)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div ref={box} tabIndex={-1} className="outline-none empty:hidden">
      {text !== null && (
        <Notice tone={tone} role={tone === 'leaf' ? 'status' : 'alert'}>
          {text}
        </Notice>
      )}
    </div>
  )
}
