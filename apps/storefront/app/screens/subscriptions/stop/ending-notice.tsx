import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { quietApi } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Refusal } from '../manage/refusal.tsx'
import { doneOutcome, type ManagedSubscription, useChange } from '../manage/use-change.ts'

/** このお届けを最後に解約する: that it ends, and a button to take that back until the receipt. */
export function EndingNotice(managed: ManagedSubscription) {
  const { id, version, is_ending, can, arranged_order, next_delivery_date } = managed.subscription
  const change = useChange(managed)
  if (!is_ending) return null
  const day = formatShortDateWithWeekday(arranged_order?.delivery_date ?? next_delivery_date)
  const undo = () =>
    quietApi('PATCH /v1/order/subscription/{id}/cancel-after/undo', { params: { id }, body: { version } })
  return (
    <div className="grid gap-3">
      <Notice title={`${day}のお届けを最後に終わります`}>
        <p>その後のお届けとお支払いはありません。お受け取りになるまで、取り消せます。</p>
        {can.undo_cancel && (
          <div className="pt-3">
            <Button
              look="secondary"
              pending={change.isPending}
              onClick={() => void change.run(undo, () => doneOutcome('解約を取り消しました。定期便は続きます。'))}
            >
              解約を取り消す
            </Button>
          </div>
        )}
      </Notice>
      <Refusal change={change} />
    </div>
  )
}
