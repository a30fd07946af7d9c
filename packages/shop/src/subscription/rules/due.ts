import type { CalendarDate } from '@kushi/values/calendar-date'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { arrangementDate } from './change-deadline.ts'

interface Row {
  summary_status: number
  next_delivery_date: CalendarDate
  cycle: number
  final_cycle: number | null
  failure: string | null
  retry_on: CalendarDate | null
  payment_method_id: number | null
  card_seq: number | null
  failed_card_seq: number | null
}

/** Whether the run of `today` is to arrange the next delivery. The query of `listDue` says the same in SQL. */
export function isDue(row: Row, today: CalendarDate): boolean {
  const { normal, settlement_error, other_error, cancel } = SUBSCRIPTION_STATUS
  const isPlanned = arrangementDate(row.next_delivery_date) <= today
  const isRetry = row.retry_on !== null && row.retry_on <= today
  if (row.summary_status === normal) return isPlanned
  if (row.summary_status === cancel) return isPaidAhead(row) && (row.failure === null ? isPlanned : isRetry)
  if (row.summary_status < settlement_error || row.summary_status > other_error) return false
  return isRetry || (row.summary_status === settlement_error && hasNewCard(row))
}

/** 年払い that was cancelled: this cycle is still to come. */
export const isPaidAhead = ({ cycle, final_cycle }: Pick<Row, 'cycle' | 'final_cycle'>): boolean =>
  final_cycle !== null && cycle <= final_cycle

/** The card was replaced since it was refused: no need to wait for the next retry. */
const hasNewCard = (row: Row) =>
  row.payment_method_id === PAYMENT_METHOD.credit_card &&
  row.card_seq !== null &&
  row.failed_card_seq !== null &&
  row.card_seq !== row.failed_card_seq
