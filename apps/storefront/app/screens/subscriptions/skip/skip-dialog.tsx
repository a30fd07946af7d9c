import type { Subscription } from '@kushi/contract/subscription'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { useState } from 'react'
import { quietApi } from '../../../api.ts'
import { ChangeDialog } from '../manage/change-dialog.tsx'
import { doneOutcome, type ManagedSubscription, useChange } from '../manage/use-change.ts'
import { HaltReason, haltReason } from '../stop/halt-reason.tsx'

interface SkipDialogProps extends ManagedSubscription {
  open: boolean
  onClose: () => void
}

/** Message after the skip. */
export const skippedText = (before: Subscription, after: Subscription) =>
  `${formatShortDateWithWeekday(before.next_delivery_date)}のお届けをお休みにしました。次回のお届けは${formatShortDateWithWeekday(after.next_delivery_date)}です。`

/** お休み: the skipped date, the new date, and the last day to undo it. */
export function SkipDialog({ open, onClose, ...managed }: SkipDialogProps) {
  const { subscription } = managed
  const change = useChange(managed)
  const { id, version, next_delivery_date, next_next_delivery_date, change_deadline, prepaid } = subscription
  const [reason, setReason] = useState('')
  const body = { version, ...haltReason(reason) }
  const skip = () => quietApi('PATCH /v1/order/subscription/{id}/skip', { params: { id }, body })
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      title="次回のお届けをお休み"
      subscription={subscription}
      change={change}
      isPossible={subscription.can.skip}
      label="お休みにする"
      onConfirm={() =>
        void change
          .run(skip, (after) => doneOutcome(skippedText(subscription, after)))
          .then((isDone) => isDone && onClose())
      }
    >
      <p className="text-base">
        {formatShortDateWithWeekday(next_delivery_date)}のお届けをお休みにします。次のお届けは
        {formatShortDateWithWeekday(next_next_delivery_date)}になります。
      </p>
      <ul className="list-disc pl-5">
        <li>お休みの分のお支払いはありません。</li>
        {prepaid && <li>お支払い済みの残り{prepaid.remaining}回分は減りません。</li>}
        <li>{formatShortDateWithWeekday(change_deadline)}までは、取り消せます。</li>
      </ul>
      {open && <HaltReason list="skip_reason" value={reason} onChange={setReason} />}
    </ChangeDialog>
  )
}
