import type { Order } from '@kushi/contract/order'
import { addDays } from '@kushi/values/calendar-date'
import { formatWithWeekday } from '@kushi/values/date-format'
import { ARRANGED_BEFORE_DAYS } from '@kushi/values/limits'
import { Notice } from '../../../ui/notice.tsx'
import { patternLabel } from '../form/to-pattern.ts'

/** The last day before the shop arranges a delivery, which begins with its day. */
const lastDayToChange = (date: string) => addDays(date, -ARRANGED_BEFORE_DAYS - 1)

/** 定期便: what comes next, and until when it can be changed. */
export const SubscriptionStarted = ({ subscription }: { subscription: NonNullable<Order['subscription']> }) => (
  <Notice tone="leaf" title={`定期便をはじめました(${patternLabel(subscription)})`}>
    <p className="numeric">
      2回目のお届けは{formatWithWeekday(subscription.next_delivery_date)}、3回目は
      {formatWithWeekday(subscription.next_next_delivery_date)}の予定です。
    </p>
    <p className="numeric">
      2回目は{formatWithWeekday(lastDayToChange(subscription.next_delivery_date))}
      まで、マイページで変更・お休み・解約いただけます。
    </p>
  </Notice>
)
