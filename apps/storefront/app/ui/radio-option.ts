import type { ReactNode } from 'react'

/** One card of `RadioCards`. */
export interface RadioOption {
  value: string
  label: ReactNode
  /** A second line, smaller. */
  description?: ReactNode
  /** At the right edge: a price. */
  aside?: ReactNode
  /** Can't be chosen; `description` says why. */
  disabled?: boolean
}
