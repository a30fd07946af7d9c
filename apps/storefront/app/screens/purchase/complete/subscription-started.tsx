import type { Order } from '@kushi/contract/order'
import { addDays } from '@kushi/values/calendar-date'
import { formatWithWeekday } from '@kushi/values/date-format'
import { ARRANGED_BEFORE_DAYS } from '@kushi/values/limits'
import { patternLabel } from '@kushi/values/pattern-label'
import { Notice } from '../../../ui/notice.tsx'

/** 定期便: what comes next, and until when it can be changed. */
export function SubscriptionStarted({ subscription }: { subscription: NonNullable<Order['subscription']> }) {
  const { next_delivery_date: next, next_next_delivery_date: nextNext } = subscription
  const deadline = addDays(next, -ARRANGED_BEFORE_DAYS)
  return (
    <Notice tone="leaf" title={`定期便をはじめました(${patternLabel(subscription)})`}>
      <p className="numeric">
        {`2回目のお届けは${formatWithWeekday(next)}、3回目は${formatWithWeekday(nextNext)}の予定です。`}
      </p>
      <p className="numeric">{`2回目は${formatWithWeekday(deadline)}まで、マイページで変更・お休み・解約いただけます。`}</p>
    </Notice>
  )
}
