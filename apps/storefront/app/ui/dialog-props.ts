import type { ReactNode } from 'react'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** `centre`: a question; on a phone at the lower edge. `full`: the whole window. */
  placement?: 'centre' | 'full'
  children: ReactNode
  /** Buttons at the end: first the one that closes, then the main action. */
  actions?: ReactNode
}
