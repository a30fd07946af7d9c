import type { VisibilityState } from '@tanstack/react-table'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

const keyOf = (list: string) => `kushi-admin-columns-${list}`

/** The columns of a list that the operator has hidden, stored in the browser. */
export function useHiddenColumns(list: string): [VisibilityState, (next: VisibilityState) => void] {
  const [hidden, setHidden] = useState<VisibilityState>(() => JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}'))
  const set = (next: VisibilityState) => {
    localStorage.setItem(keyOf(list), JSON.stringify(next))
    setHidden(next)
  }
  return [hidden, set]
}

interface ChoiceProps {
  /** The first column links to the row and can't be hidden. */
  heads: string[]
  hidden: VisibilityState
  onChange(next: VisibilityState): void
}

export function ColumnsChoice({ heads, hidden, onChange }: ChoiceProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        表示する列
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="表示する列">
        <ul>
          {heads.slice(1).map((head) => (
            <li key={head}>
              <label className="tap flex min-h-row items-center gap-2">
                <input
                  type="checkbox"
                  className="size-4 accent-camellia"
                  checked={hidden[head] !== false}
                  onChange={(event) => onChange({ ...hidden, [head]: event.target.checked })}
                />
                {head}
              </label>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
