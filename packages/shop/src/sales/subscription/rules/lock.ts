import type { CalendarDate } from '@kushi/values/calendar-date'
import type { OrderStatus } from '@kushi/values/order-status'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { userMessage } from '@kushi/values/user-message'
import { changeDeadline } from '../../../catalogue/delivery/rules/arrangement.ts'
import type { ArrangeableSubscription, ShopLeadTimes } from '../../../catalogue/delivery/rules/lead.ts'
import { arrangementTermsOfSubscription } from './terms.ts'

/** Why a subscription can't be changed now. */
export type SubscriptionLock =
  /** Ended permanently. */
  | 'cancelled'
  /** Its payment is being charged right now; the result is known shortly. */
  | 'in_progress'
  /** 発送手配済み: until the goods are received. */
  | 'arranged'

const arranged: readonly (OrderStatus | null)[] = ['received', 'arranged', 'shipped']

interface Lockable {
  row: ArrangeableSubscription & { summary_status: number; next_delivery_date: CalendarDate }
  /** The order of the current cycle; null: there is none. */
  order: { status: OrderStatus } | null
  leads: ShopLeadTimes
}

/**
 * Why the subscription can't be changed on `today` (JST); null: it can. A delivery whose change deadline has passed
 * counts as arranged.
 */
export function subscriptionLockOf(
  { row, order: current, leads }: Lockable,
  today: CalendarDate,
): SubscriptionLock | null {
  const { summary_status, next_delivery_date } = row
  const order = current?.status ?? null
  if (summary_status === SUBSCRIPTION_STATUS.cancel) return 'cancelled'
  if (order === 'payment_pending') return 'in_progress'
  if (arranged.includes(order)) return 'arranged'
  // The deadline has passed, and the run will arrange it, perhaps late. A failed delivery may be corrected at any time.
  if (summary_status !== SUBSCRIPTION_STATUS.normal) return null
  return today > changeDeadline(next_delivery_date, arrangementTermsOfSubscription({ row, leads })) ? 'arranged' : null
}

/** The message for the member, by the reason of the lock. */
export const subscriptionLockMessages: Record<SubscriptionLock, string> = {
  cancelled: userMessage('subscription_already_cancelled'),
  in_progress: 'お支払いの手続き中のため、いまは変更できません。しばらくしてから、もう一度お試しください。',
  arranged: userMessage('subscription_arranged'),
}

/** The error name on the wire. */
export const subscriptionLockErrorNames: Record<SubscriptionLock, string> = {
  cancelled: 'ERROR_SUBSCRIPTION_HAS_ALREADY_BEEN_CANCEL',
  in_progress: 'ERROR_SUBSCRIPTION_CHANGE_IN_PROGRESS',
  arranged: 'ERROR_SUBSCRIPTION_ARRANGED',
}
