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
  /** The change is possible, by the state known here. */
  isPossible: boolean
  /** The content that the member confirms is loaded. */
  isShown?: boolean
  /** Label of the button: a verb for the action. */
  label: string
  /** Label of the button that closes the dialog. */
  cancelLabel?: string
  onConfirm: () => void
  children: ReactNode
}

/** A dialog for one change of a subscription. It shows errors itself and keeps the input. */
export function ChangeDialog(props: ChangeDialogProps) {
  const {
    open,
    title,
    subscription,
    change,
    isPossible,
    isShown = true,
    label,
    cancelLabel = '戻る',
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
              {cancelLabel}
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
      <div className="grid gap-4 text-sm">
        <Refusal change={change} />
        {isPossible ? children : <p>{subscription.lock_message ?? 'いまは、この操作はできません。'}</p>}
      </div>
    </Dialog>
  )
}
