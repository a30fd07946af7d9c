import { type ReactNode, useState } from 'react'
import { RequiredMark } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'

interface FoldedPartProps {
  title: string
  /** At first: its fields have a value. */
  isFilled: boolean
  hasError: boolean
  children: (isOpen: boolean) => ReactNode
}

/** Optional fields of a form, collapsed. Open if they have a value or an error. */
export function FoldedPart({ title, isFilled, hasError, children }: FoldedPartProps) {
  const [isOpen, setOpen] = useState(isFilled)
  if (!isOpen && hasError) setOpen(true)
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group border-y border-line"
    >
      <summary className="flex min-h-tap list-none items-center justify-between gap-4 py-2 text-sm [&::-webkit-details-marker]:hidden">
        <span className="flex flex-wrap items-center gap-x-2 font-medium">
          {title}
          <RequiredMark required={false} />
        </span>
        <span className="text-muted group-open:rotate-180">
          <Icon name="down" size={16} />
        </span>
      </summary>
      <div className="grid gap-6 pt-2 pb-6">{children(isOpen)}</div>
    </details>
  )
}
