import { useSyncExternalStore } from 'react'

interface Toast {
  id: number
  text: string
  undo?: () => void
}
const TOAST_DURATION_MS = 5000
const UNDO_MS = 10_000

let shown: Toast[] = []
let last = 0
const listeners = new Set<() => void>()
const set = (next: Toast[]) => {
  shown = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a message that an action is done. `undo` reverts it and is offered for ten seconds. */
export function toast(text: string, undo?: () => void): void {
  const id = ++last
  set([...shown.slice(-2), undo ? { id, text, undo } : { id, text }])
  setTimeout(() => set(shown.filter((one) => one.id !== id)), undo ? UNDO_MS : TOAST_DURATION_MS)
}

export function ToastRegion() {
  const all = useSyncExternalStore(subscribe, () => shown)
  return (
    <div role="status" className="pointer-events-none fixed right-4 bottom-4 z-50 flex flex-col gap-2">
      {all.map(({ id, text, undo }) => (
        <div
          key={id}
          className="pointer-events-auto flex items-center gap-4 rounded-base bg-ink px-4 py-2 text-ground shadow-float"
        >
          {text}
          {undo && (
            <button
              type="button"
              className="tap underline"
              onClick={() => {
                set(shown.filter((one) => one.id !== id))
                undo()
              }}
            >
              元に戻す
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
