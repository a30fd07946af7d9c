import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import type { MenuEntry } from '../menu.ts'
import { Dialog } from '../ui/dialog.tsx'

interface Shortcut {
  /** `j`, `/`, `Enter`, or a sequence of two: `g o`. */
  keys: string
  what: string
  run(): void
}
const known = new Map<string, Shortcut>()
let list: Shortcut[] = []
const listeners = new Set<() => void>()
const notify = () => {
  list = [...known.values()]
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keys of a screen while it is shown; `?` lists them. Inactive while the operator types or a dialog is open. */
export function useShortcuts(keys: Record<string, [what: string, run: () => void]>): void {
  const current = useRef(keys)
  current.current = keys
  const names = Object.keys(keys).join('|')
  useEffect(() => {
    for (const name of names.split('|').filter(Boolean))
      known.set(name, { keys: name, what: current.current[name]?.[0] ?? '', run: () => current.current[name]?.[1]() })
    notify()
    return () => {
      for (const name of names.split('|')) known.delete(name)
      notify()
    }
  }, [names])
}

const types = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')

/** The single listener for all keys; `?` lists them. */
export function Shortcuts({ menu }: { menu: readonly MenuEntry[] }) {
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const all = useSyncExternalStore(subscribe, () => list)
  const prefix = useRef('')
  const go: Record<string, [string, () => void]> = {}
  for (const { key, label, path, search = '' } of menu)
    if (key) go[`g ${key}`] = [`${label}へ`, () => void navigate(path + search)]
  useShortcuts({ ...go, '?': ['キーの一覧', () => setOpen(true)] })

  useEffect(() => {
    const runShortcut = (event: KeyboardEvent) => {
      // Ctrl+S belongs to forms (`ui/form.tsx`). Always suppresses the browser's save dialog, also while a form saves.
      if (event.key === 's' && (event.ctrlKey || event.metaKey)) event.preventDefault()
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (types(event.target) || document.querySelector('[role=dialog]')) return
      const pressed = prefix.current ? `${prefix.current} ${event.key}` : event.key
      prefix.current = ''
      const found = known.get(pressed)
      if (found) {
        // Enter on a link or button activates that control.
        if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.matches('a, button')) return
        event.preventDefault()
        found.run()
      } else if ([...known.keys()].some((name) => name.startsWith(`${pressed} `))) {
        prefix.current = pressed
        setTimeout(() => {
          prefix.current = ''
        }, 1000)
      }
    }
    addEventListener('keydown', runShortcut)
    return () => removeEventListener('keydown', runShortcut)
  }, [])

  return (
    <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="キーの一覧">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {all.map(({ keys, what }) => (
          <div key={keys} className="contents">
            <dt>
              {keys.split(' ').map((one) => (
                <kbd key={one} className="mr-1 rounded-base border border-edge px-1.5 font-mono text-xs">
                  {one}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
