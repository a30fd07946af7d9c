import type { Order } from '@kushi/contract/order'
import { dateParts } from '@kushi/values/calendar-date'
import { ORDER_STATUS_NAME, type OrderStatus } from '@kushi/values/order-status'
import { fromTimestamp } from '@kushi/values/timestamp'

/** The normal steps of an order. */
export const ORDER_STEPS = ['received', 'arranged', 'shipped', 'delivered'] as const satisfies OrderStatus[]
export type OrderStep = (typeof ORDER_STEPS)[number]

/** Index of an order's step, from 0; null: outside these steps. */
export function stepOf(status: OrderStatus): number | null {
  if (status === 'payment_pending') return 0
  const at = (ORDER_STEPS as readonly OrderStatus[]).indexOf(status)
  return at < 0 ? null : at
}

export const stepName = (step: OrderStep) => ORDER_STATUS_NAME[step]

/** 「11/21」: the day on which an order last reached a step; '' if not recorded. */
export function reachedOn({ status_events }: Pick<Order, 'status_events'>, step: OrderStep): string {
  const event = status_events.findLast(({ status }) => status === step)
  if (!event) return ''
  const { month, day } = dateParts(fromTimestamp(event.created_at))
  return `${month}/${day}`
}
