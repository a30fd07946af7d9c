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
