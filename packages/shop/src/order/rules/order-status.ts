import type { OrderStatus } from '@kushi/values/order-status'

/** What may follow what. A status that is not reached from where an order stands is a fault of ours. */
const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  payment_pending: ['received', 'payment_error', 'cancelled'],
  payment_error: [],
  received: ['arranged', 'cancelled'],
  arranged: ['shipped', 'cancelled'],
  shipped: ['delivered', 'returned'],
  delivered: ['returned'],
  cancelled: [],
  returned: [],
}

export const canBecome = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to)
