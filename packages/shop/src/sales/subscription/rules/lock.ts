import type { CalendarDate } from '@kushi/values/calendar-date'
import type { OrderStatus } from '@kushi/values/order-status'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { userMessage } from '@kushi/values/user-message'
import { changeDeadline } from '../../../catalogue/delivery/rules/next-delivery-date.ts'

/** Why a subscription can't be changed now. */
export type Lock =
  /** Ended permanently. */
  | 'cancelled'
  /** Its payment is being charged right now; the result is known shortly. */
  | 'in_progress'
  /** 発送手配済み: until the goods are received. */
  | 'arranged'

const arranged: readonly (OrderStatus | null)[] = ['received', 'arranged', 'shipped']

/** `order`: status of the current cycle's order; null: there is none. */
export function lockOf(
  { summary_status, next_delivery_date }: { summary_status: number; next_delivery_date: CalendarDate },
  order: OrderStatus | null,
  today: CalendarDate,
): Lock | null {
  if (summary_status === SUBSCRIPTION_STATUS.cancel) return 'cancelled'
  if (order === 'payment_pending') return 'in_progress'
  if (arranged.includes(order)) return 'arranged'
  // The deadline has passed, and the run will arrange it, perhaps late. A failed delivery may be corrected at any time.
  const isLate = summary_status === SUBSCRIPTION_STATUS.normal && today > changeDeadline(next_delivery_date)
  return isLate ? 'arranged' : null
}

export const lockMessage: Record<Lock, string> = {
  cancelled: userMessage('subscription_already_cancelled'),
  in_progress: 'お支払いの手続き中のため、いまは変更できません。しばらくしてから、もう一度お試しください。',
  arranged: userMessage('subscription_arranged'),
}

/** The error name on the wire. */
export const lockError: Record<Lock, string> = {
  cancelled: 'ERROR_SUBSCRIPTION_HAS_ALREADY_BEEN_CANCEL',
  in_progress: 'ERROR_SUBSCRIPTION_CHANGE_IN_PROGRESS',
  arranged: 'ERROR_SUBSCRIPTION_ARRANGED',
}
