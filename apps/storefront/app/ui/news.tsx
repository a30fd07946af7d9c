import { useEffect, useRef } from 'react'
import { Notice } from './notice.tsx'

/** What an action on this screen came to. It takes the focus when what was pressed is gone with it. */
export function News({ text, tone = 'leaf' }: { text: string | null; tone?: 'leaf' | 'warning' | 'danger' }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text === null) return
    // After the dialog has given the focus back to a button that is no longer there.
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
