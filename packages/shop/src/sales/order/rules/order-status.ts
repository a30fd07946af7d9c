import type { OrderStatus } from '@kushi/values/order-status'

/** The allowed transitions. Attempting any other is a bug. */
const transitions: Record<OrderStatus, readonly OrderStatus[]> = {
  // A later delivery of a subscription becomes `arranged` when it is paid; after a failure its payment is retried.
  payment_pending: ['received', 'arranged', 'payment_error', 'cancelled'],
  payment_error: ['payment_pending', 'arranged', 'cancelled'],
  received: ['arranged', 'cancelled'],
  arranged: ['shipped', 'cancelled'],
  shipped: ['delivered', 'returned'],
  delivered: ['returned'],
  cancelled: [],
  returned: [],
}

export const canOrderBecome = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to)
