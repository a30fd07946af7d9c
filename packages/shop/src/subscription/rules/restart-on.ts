import type { CalendarDate } from '@kushi/values/calendar-date'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { arrangementDate } from '../../delivery/rules/change-deadline.ts'

interface Row {
  summary_status: number
  next_delivery_date: CalendarDate
}

/** Changes that can resolve a refused payment. An address, for example, can't, and each retry costs money. */
const mendsPayment = ['payment_method_id', 'next_delivery_date']

/**
 * Returns the day on which a subscription in error is retried after a change that may resolve it: when its delivery is
 * due, or, if that has passed, today, by the next run. null: no retry. `failure`: the reason of the error. A payment
 * method that does not fit the delivery (`payment_method`) fails before the provider is called, so another delivery,
 * other items or another address may resolve it too.
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
