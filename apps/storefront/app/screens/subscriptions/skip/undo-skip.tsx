import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { quietApi } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Refusal } from '../manage/refusal.tsx'
import { doneOutcome, type ManagedSubscription, useChange } from '../manage/use-change.ts'

/** The skipped dates, each with a button to undo it while that is possible. */
export function UndoSkip(managed: ManagedSubscription) {
  const { id, version, skipped, can } = managed.subscription
  const change = useChange(managed)
  if (!can.undo_skip) return null
  const undo = (delivery_date: string) =>
    quietApi('PATCH /v1/order/subscription/{id}/skip/undo', { params: { id }, body: { version, delivery_date } })
  return (
    <div className="grid gap-3">
      {skipped.map(({ delivery_date, undo_until }) => {
        const day = formatShortDateWithWeekday(delivery_date)
        return (
          <Notice key={delivery_date} title={`${day}のお届けはお休みです`}>
            <p>{formatShortDateWithWeekday(undo_until)}まで、お休みを取り消せます。</p>
            <div className="pt-3">
              <Button
                look="secondary"
                pending={change.isPending}
                aria-label={skipped.length > 1 ? `${day}のお休みを取り消す` : undefined}
                onClick={() =>
                  void change.run(
                    () => undo(delivery_date),
                    (after) =>
                      doneOutcome(
                        `お休みを取り消しました。次回のお届けは${formatShortDateWithWeekday(after.next_delivery_date)}です。`,
                      ),
                  )
                }
              >
                お休みを取り消す
              </Button>
            </div>
          </Notice>
        )
      })}
      <Refusal change={change} />
    </div>
  )
}
