import type { CalendarDate } from '@kushi/values/calendar-date'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { arrangementDate } from '../../delivery/rules/change-deadline.ts'

interface Row {
  summary_status: number
  next_delivery_date: CalendarDate
}

/** What mends a refused payment; an address, say, does not, and each try costs money. */
const mendsPayment = ['payment_method_id', 'next_delivery_date']

/**
 * A subscription that rests in error is tried again after a change that may mend it: when its delivery is due, or, where
 * that has passed, by the next run. Returns that day; null: nothing to try.
 */
export function restartOn(row: Row, changed: readonly string[], today: CalendarDate): CalendarDate | null {
  const { settlement_error, other_error } = SUBSCRIPTION_STATUS
  if (row.summary_status < settlement_error || row.summary_status > other_error) return null
  const isPayment = row.summary_status === settlement_error
  if (changed.length === 0 || (isPayment && !changed.some((name) => mendsPayment.includes(name)))) return null
  const planned = arrangementDate(row.next_delivery_date)
  return planned > today ? planned : today
}
