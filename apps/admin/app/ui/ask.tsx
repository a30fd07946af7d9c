import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface AskProps {
  isOpen: boolean
  title: string
  /** What pressing the button does. */
  action: string
  look?: 'primary' | 'danger'
  children: ReactNode
  onYes(): unknown
  onNo(): void
}

/** A question before something is done. */
export const Ask = ({ isOpen, title, action, look = 'danger', children, onYes, onNo }: AskProps) => (
  <Dialog isOpen={isOpen} onClose={onNo} title={title}>
    <div className="mb-4">{children}</div>
    <div className="flex justify-end gap-2">
      <Button onClick={onNo}>やめる</Button>
      <Button look={look} onClick={() => void onYes()}>
        {action}
      </Button>
    </div>
  </Dialog>
)
