import { useState } from 'react'
import { quietApi } from '../../../api.ts'
import { ChangeDialog } from '../manage/change-dialog.tsx'
import { doneOutcome, type ManagedSubscription, useChange } from '../manage/use-change.ts'
import { HaltReason, haltReason } from './halt-reason.tsx'

interface PauseDialogProps extends ManagedSubscription {
  open: boolean
  onClose: () => void
}

/** 休止: no delivery and no charge until the member reopens it. */
export function PauseDialog({ open, onClose, ...managed }: PauseDialogProps) {
  const { subscription } = managed
  const { id, version, prepaid } = subscription
  const change = useChange(managed)
  const [reason, setReason] = useState('')
  const body = { version, ...haltReason(reason) }
  const pause = () => quietApi('PATCH /v1/order/subscription/update/{id}/pause', { params: { id }, body })
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="定期便の休止"
      subscription={subscription}
      change={change}
      isPossible={subscription.can.pause}
      label="休止する"
      onConfirm={() =>
        void change
          .run(pause, () => doneOutcome('定期便を休止しました。再開されるまで、お届けもお支払いもありません。'))
          .then((isDone) => isDone && onClose())
      }
    >
      <ul className="list-disc pl-5">
        <li>再開されるまで、お届けもお支払いもありません。</li>
        <li>この画面から再開できます。内容はそのまま残ります。</li>
        {prepaid && <li>お支払い済みの残り{prepaid.remaining}回分は、再開されてからお届けします。</li>}
      </ul>
      {open && <HaltReason list="pause_reason" value={reason} onChange={setReason} />}
    </ChangeDialog>
  )
}
