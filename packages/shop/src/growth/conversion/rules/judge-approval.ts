import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import type { ConversionVerdict } from '@kushi/values/conversion/conversion'
import type { OrderStatus } from '@kushi/values/order-status'

interface ToldOrder {
  status: OrderStatus
  /** In Japan; null: it was not shipped. */
  shipped_on: CalendarDate | null
  /** Yen that the customer paid, and those that went back. */
  payment_total: number
  credited: number
}

/**
 * Returns 承認・否認 of a conversion that an ASP counted, with the reason. An order is approved if it was shipped and kept
 * for the days that the shop and the ASP agreed on.
 */
export function judgeApproval(
  { status, shipped_on, payment_total, credited }: ToldOrder,
  { today, approval_days }: { today: CalendarDate; approval_days: number },
): { verdict: ConversionVerdict; why: string } {
  if (status === 'cancelled') return { verdict: 'denied', why: 'ご注文の取消' }
  if (status === 'returned') return { verdict: 'denied', why: '返品・受取拒否' }
  if (status === 'payment_error') return { verdict: 'denied', why: 'お支払いの不成立' }
  if (credited >= payment_total && credited > 0) return { verdict: 'denied', why: '全額の返金' }
  if (shipped_on === null) return { verdict: 'open', why: '発送前' }
  const approved_on = addDays(shipped_on, approval_days)
  return today < approved_on ? { verdict: 'open', why: `${approved_on}に承認の予定` } : { verdict: 'approved', why: '' }
}
