import type { CalendarDate } from '@kushi/values/calendar-date'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { arrangementDate } from '../../delivery/rules/change-deadline.ts'

interface Row {
  summary_status: number
  next_delivery_date: CalendarDate
}

/** What mends a payment that its provider refused; an address, say, does not, and each try costs money. */
const mendsPayment = ['payment_method_id', 'next_delivery_date']

/**
 * A subscription that rests in error is tried again after a change that may mend it: when its delivery is due, or, where
 * that has passed, by the next run. Returns that day; null: nothing to try. `failure`: why it rests. A method of payment that does not go
 * with the delivery is found before anybody is asked, and another delivery, other goods or another address mend it too.
 */
export function restartOn(
  row: Row,
  changed: readonly string[],
  today: CalendarDate,
  failure?: string,
): CalendarDate | null {
  const { settlement_error, other_error } = SUBSCRIPTION_STATUS
  if (row.summary_status < settlement_error || row.summary_status > other_error) return null
  const isRefused = row.summary_status === settlement_error && failure !== 'payment_method'
  if (changed.length === 0 || (isRefused && !changed.some((name) => mendsPayment.includes(name)))) return null
  const planned = arrangementDate(row.next_delivery_date)
  return planned > today ? planned : today
}
