import { formatShortWithWeekday } from '@kushi/values/date-format'
import { quietApi } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Refusal } from '../manage/refusal.tsx'
import { done, type Managed, useChange } from '../manage/use-change.ts'

/** The skipped date, and a button to undo it while that is possible. */
export function UndoSkip(managed: Managed) {
  const { id, version, skipped, can } = managed.subscription
  const change = useChange(managed)
  if (!skipped || !can.undo_skip) return null
  const undo = () => quietApi('PATCH /v1/order/subscription/{id}/skip/undo', { params: { id }, body: { version } })
  const day = formatShortWithWeekday(skipped.next_delivery_date)
  return (
    <div className="grid gap-3">
      <Notice title={`${day}のお届けはお休みです`}>
        <p>{formatShortWithWeekday(skipped.undo_until)}まで、お休みを取り消せます。</p>
        <div className="pt-3">
          <Button
            look="secondary"
            pending={change.isPending}
            onClick={() => void change.run(undo, () => done(`お休みを取り消しました。次回のお届けは${day}です。`))}
          >
            お休みを取り消す
          </Button>
        </div>
      </Notice>
      <Refusal change={change} />
    </div>
  )
}
