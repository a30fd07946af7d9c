import type { NextStep } from '@kushi/contract/admin/order'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatShortDateWithWeekday } from '@kushi/values/date-format'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { type ArrangementTerms, changeDeadline } from '../../../catalogue/delivery/rules/arrangement.ts'
import { isPrepaidDelivery } from './due.ts'
import { endsAfterArrangedDelivery } from './ending.ts'

interface Row {
  summary_status: number
  next_delivery_date: CalendarDate
  cycle: number
  final_cycle: number | null
}
interface StepFacts {
  terms: ArrangementTerms
  /** The order of this cycle is arranged. */
  is_arranged: boolean
  /** The day on which the failed attempt is retried (null: no retry); absent: nothing failed. */
  retry_on?: CalendarDate | null
}

/** 次にすること of a subscription as text; empty: nothing more follows. */
export function nextStepOfSubscription(
  row: Row,
  { is_arranged, retry_on, terms }: StepFacts,
  today: CalendarDate,
): NextStep {
  const { normal, pause, cancel } = SUBSCRIPTION_STATUS
  if (endsAfterArrangedDelivery(row)) return { text: 'このお届けで終わります', tone: 'quiet' }
  if (row.summary_status === pause) return { text: 'お客様の再開を待っています', tone: 'quiet' }
  if (row.summary_status === cancel && !isPrepaidDelivery(row)) return { text: '', tone: 'quiet' }
  if (is_arranged) return { text: '発送を手配しました', tone: 'good' }
  if (retry_on !== undefined && row.summary_status !== normal) return failed(retry_on)
  if (row.summary_status === cancel) return { text: 'お支払い済みの分をお届けします', tone: 'good' }
  const deadline = changeDeadline(row.next_delivery_date, terms)
  return today > deadline
    ? { text: 'まもなく手配します', tone: 'good' }
    : { text: `${formatShortDateWithWeekday(deadline)}まで変更できます`, tone: 'quiet' }
}

const failed = (retry_on: CalendarDate | null): NextStep =>
  retry_on === null
    ? { text: '自動では試しません。ご連絡か変更が必要です', tone: 'stuck' }
    : { text: `${formatShortDateWithWeekday(retry_on)}に自動でもう一度試します`, tone: 'attention' }
