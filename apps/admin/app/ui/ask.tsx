import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  /** What pressing the button does. */
  action: string
  look?: 'primary' | 'danger'
  children: ReactNode
  onConfirm(): unknown
  onCancel(): void
}

/** A question before something is done. */
export const ConfirmDialog = ({
  isOpen,
  title,
  action,
  look = 'danger',
  children,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) => (
  <Dialog isOpen={isOpen} onClose={onCancel} title={title}>
    <div className="mb-4">{children}</div>
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>やめる</Button>
      <Button look={look} onClick={() => void onConfirm()}>
        {action}
      </Button>
    </div>
  </Dialog>
)
