import type { CalendarDate } from '@kushi/values/calendar-date'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { arrangementDate } from './change-deadline.ts'

interface Row {
  summary_status: number
  next_delivery_date: CalendarDate
}

/** What mends a refused payment; an address, say, does not, and each try costs money. */
const mendsPayment = ['payment_method_id', 'next_delivery_date']

/**
 * A subscription that rests in error is tried again after a change that may mend it: when its delivery is due, or, where
 * that has passed, by the next run. Counting begins anew. Empty: nothing to try.
 */
export function restarted(row: Row, changed: readonly string[], today: CalendarDate) {
  const { settlement_error, other_error } = SUBSCRIPTION_STATUS
  if (row.summary_status < settlement_error || row.summary_status > other_error) return {}
  const isPayment = row.summary_status === settlement_error
  if (changed.length === 0 || (isPayment && !changed.some((name) => mendsPayment.includes(name)))) return {}
  const planned = arrangementDate(row.next_delivery_date)
  return { attempts: 0, failed_on: null, retry_on: planned > today ? planned : today }
}
