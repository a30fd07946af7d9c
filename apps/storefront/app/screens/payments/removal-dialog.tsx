import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface RemovalDialogProps {
  isOpen: boolean
  isPending: boolean
  title: string
  /** The title while it pays for a 定期便. */
  blockedTitle: string
  /** 定期便 that it pays for. */
  subscription_ids: readonly number[]
  /** Of them: what it does for them, and what to do first. */
  blockedText: string
  action: string
  /** What is removed; left out: the title says it. */
  subject?: ReactNode
  /** What follows, as items of a list. */
  children: ReactNode
  onClose: () => void
  onRemove: () => void
}

/** Asks before a way to pay is removed. While it pays for a 定期便, says why it can't be and what to do first. */
export function RemovalDialog({
  isOpen,
  isPending,
  subscription_ids,
  onClose,
  onRemove,
  ...shown
}: RemovalDialogProps) {
  const isPaying = subscription_ids.length > 0
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={isPaying ? shown.blockedTitle : shown.title}
      actions={
        <>
          <Button look="secondary" onClick={onClose}>
            {isPaying ? '閉じる' : '残しておく'}
          </Button>
          {isPaying ? (
            <ButtonLink to="/mypage/subscriptions">定期便を確認する</ButtonLink>
          ) : (
            <Button pending={isPending} onClick={onRemove}>
              {shown.action}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-3 text-sm">
        {shown.subject}
        {isPaying ? (
          <p>
            定期便(契約番号 {subscription_ids.join('、')}){shown.blockedText}
          </p>
        ) : (
          <ul className="list-disc pl-5">{shown.children}</ul>
        )}
      </div>
    </Dialog>
  )
}
