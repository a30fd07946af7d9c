import type { ReactNode } from 'react'

/** A list of names and values: amounts, or input. */
export const Rows = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y divide-line border-y border-line">{children}</dl>
)

interface RowProps {
  label: ReactNode
  children: ReactNode
  /** The total. */
  strong?: boolean
  /** Amounts are at the right edge; text is below or beside its name. */
  align?: 'end' | 'start'
}

/** One name and value of `Rows`. */
export const Row = ({ label, children, strong = false, align = 'end' }: RowProps) => (
  <div
    className={`py-3 ${align === 'end' ? 'flex items-baseline justify-between gap-4' : 'grid gap-1 md:grid-cols-[12rem_1fr]'} ${strong ? 'font-medium' : ''}`}
  >
    <dt className={strong ? '' : 'text-sm text-muted'}>{label}</dt>
    <dd className={align === 'end' ? 'numeric text-right' : ''}>{children}</dd>
  </div>
)
