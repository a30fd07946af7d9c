import type { OrderStatus } from '@kushi/values/order-status'
import { hasLeftShop, type ShipmentStatus } from '@kushi/values/shipment'

/** The allowed transitions. A parcel can be taken out of its batch (`packed` → `ready`) until it has left. */
const transitions: Record<ShipmentStatus, readonly ShipmentStatus[]> = {
  ready: ['packed', 'shipped', 'cancelled'],
  packed: ['ready', 'shipped', 'cancelled'],
  shipped: ['received', 'returned'],
  received: ['returned'],
  returned: [],
  cancelled: [],
}
export const canShipmentBecome = (from: ShipmentStatus, to: ShipmentStatus): boolean => transitions[from].includes(to)

/**
 * The status of an order by its parcels: all handed over → `shipped`, all received → `delivered`; otherwise null, and
 * the order keeps its status. Cancelled parcels don't count. With all parcels back,
 * the order is `shipped` until it is a 返品.
 */
export function orderStatusFromParcels(parcels: readonly ShipmentStatus[]): 'shipped' | 'delivered' | null {
  const live = parcels.filter((status) => status !== 'cancelled')
  if (live.length === 0 || !live.every(hasLeftShop)) return null
  return live.includes('received') && !live.includes('shipped') ? 'delivered' : 'shipped'
}

/** The statuses of an order on its way to the customer. */
export const ORDER_STATUS_SEQUENCE = ['received', 'arranged', 'shipped', 'delivered'] as const

/** The statuses that an order has to pass through to match its parcels. */
export function orderStatusesUntil(
  order: OrderStatus,
  parcels: readonly ShipmentStatus[],
): (typeof ORDER_STATUS_SEQUENCE)[number][] {
  const to = orderStatusFromParcels(parcels)
  const at = (status: OrderStatus) => (ORDER_STATUS_SEQUENCE as readonly OrderStatus[]).indexOf(status)
  return to === null ? [] : ORDER_STATUS_SEQUENCE.filter((step) => at(order) < at(step) && at(step) <= at(to))
}
