import type { Subscription } from '@kushi/contract/subscription'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Refusal } from './refusal.tsx'
import type { Change } from './use-change.ts'

interface ChangeDialogProps {
  open: boolean
  onClose: () => void
  title: string
  subscription: Subscription
  change: Change
  /** Still possible, as far as is known here. */
  isPossible: boolean
  /** What is agreed to stands there. */
  isShown?: boolean
  /** The verb of what is done. */
  label: string
  /** The way out. */
  otherwise?: string
  onConfirm: () => void
  children: ReactNode
}

/** One question about a subscription; what stands in the way is told in it, and what was typed stays. */
export function ChangeDialog(props: ChangeDialogProps) {
  const {
    open,
    title,
    subscription,
    change,
    isPossible,
    isShown = true,
    label,
    otherwise = 'やめる',
    onConfirm,
    children,
  } = props
  const close = () => {
    change.forget()
    props.onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      actions={
        isPossible ? (
          <>
            <Button look="secondary" onClick={close}>
              {otherwise}
            </Button>
            <Button pending={change.isPending} disabled={!isShown} onClick={onConfirm}>
              {label}
            </Button>
          </>
        ) : (
          <Button look="secondary" onClick={close}>
            閉じる
          </Button>
        )
      }
    >
      <div className="phrases grid gap-4 text-sm">
        <Refusal change={change} />
        {isPossible ? children : <p>{subscription.lock_message ?? 'いまは、この操作はできません。'}</p>}
      </div>
    </Dialog>
  )
}
