import type { OrderStatus } from '@kushi/values/order-status'
import type { ShipmentStatus } from '@kushi/values/shipment'

/** What may follow what. A parcel is taken out of its batch (`packed` → `ready`) as long as it has not left. */
const transitions: Record<ShipmentStatus, readonly ShipmentStatus[]> = {
  ready: ['packed', 'shipped', 'cancelled'],
  packed: ['ready', 'shipped', 'cancelled'],
  shipped: ['received', 'returned'],
  received: ['returned'],
  returned: [],
  cancelled: [],
}
export const canBecome = (from: ShipmentStatus, to: ShipmentStatus): boolean => transitions[from].includes(to)

/** It left the house. */
export const isOut = (status: ShipmentStatus): boolean => ['shipped', 'received', 'returned'].includes(status)

/**
 * How far an order is by its parcels: all handed over → `shipped`, all received → `delivered`; else null, and the order stays
 * where it is. Cancelled parcels count no more.
 */
export function orderStatusOf(parcels: readonly ShipmentStatus[]): 'shipped' | 'delivered' | null {
  const live = parcels.filter((status) => status !== 'cancelled')
  if (live.length === 0 || !live.every(isOut) || live.every((status) => status === 'returned')) return null
  return live.includes('shipped') ? 'shipped' : 'delivered'
}

/** What an order passes through on its way to its customer. */
export const WAY = ['received', 'arranged', 'shipped', 'delivered'] as const

/** What an order has to pass through to be as far as its parcels are. */
export function stepsTo(order: OrderStatus, parcels: readonly ShipmentStatus[]): (typeof WAY)[number][] {
  const to = orderStatusOf(parcels)
  const at = (status: OrderStatus) => (WAY as readonly OrderStatus[]).indexOf(status)
  return to === null ? [] : WAY.filter((step) => at(order) < at(step) && at(step) <= at(to))
}
