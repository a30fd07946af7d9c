import type { OrderStatus } from '@kushi/values/order-status'

/** What may follow what. A status that is not reached from where an order stands is a fault of ours. */
const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  // A later delivery of a subscription is arranged when its payment stands, and tried again when it did not.
  payment_pending: ['received', 'arranged', 'payment_error', 'cancelled'],
  payment_error: ['payment_pending', 'arranged', 'cancelled'],
  received: ['arranged', 'cancelled'],
  arranged: ['shipped', 'cancelled'],
  shipped: ['delivered', 'returned'],
  delivered: ['returned'],
  cancelled: [],
  returned: [],
}

export const canBecome = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to)
