import type { Order } from '@kushi/contract/order'
import { dateParts } from '@kushi/values/calendar-date'
import { ORDER_STATUS_NAME, type OrderStatus } from '@kushi/values/order-status'
import { fromTimestamp } from '@kushi/values/timestamp'

/** The way of a parcel, as long as nothing goes wrong. */
export const ORDER_STEPS = ['received', 'arranged', 'shipped', 'delivered'] as const satisfies OrderStatus[]
export type OrderStep = (typeof ORDER_STEPS)[number]

/** How far an order is on that way, from 0; null: it has left it. */
export function stepOf(status: OrderStatus): number | null {
  if (status === 'payment_pending') return 0
  const at = (ORDER_STEPS as readonly OrderStatus[]).indexOf(status)
  return at < 0 ? null : at
}

export const stepName = (step: OrderStep) => ORDER_STATUS_NAME[step]

/** Nothing is on its way any more, or never was. */
export const isStopped = (status: OrderStatus) => stepOf(status) === null

/** 「11/21」, the day on which an order came to a step the last time; '' where it was not written down. */
export function reachedOn({ status_events }: Pick<Order, 'status_events'>, step: OrderStep): string {
  const event = status_events.findLast(({ status }) => status === step)
  if (!event) return ''
  const { month, day } = dateParts(fromTimestamp(event.created_at))
  return `${month}/${day}`
}
