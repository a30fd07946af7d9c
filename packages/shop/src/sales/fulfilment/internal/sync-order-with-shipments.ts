import type { Tx } from '@kushi/db/connect'
import type { Context } from '../../../context.ts'
import { type OrderRow, writeOrderStatus } from '../../order/index.ts'
import { ORDER_STATUS_SEQUENCE, orderStatusesUntil } from '../rules/shipment-status.ts'
import { loadLiveShipments, type ShipmentRow } from './shipments.ts'

type FollowContext = Pick<Context, 'clock' | 'actor' | 'shop_id'>

/** Moves the order, step by step, as far as its parcels are. The caller has locked it. */
export async function syncOrderWithShipments(tx: Tx, ctx: FollowContext, order: OrderRow): Promise<OrderRow> {
  const [now] = await syncOrdersWithShipments(tx, ctx, [{ order, parcels: await loadLiveShipments(tx, order) }])
  return now!
}

interface ShipmentsOfOrder {
  order: OrderRow
  /** In their current state. */
  parcels: readonly ShipmentRow[]
}

/**
 * Moves several orders of one shop as far as their parcels are, in set-based statements. Returns them in the given
 * order.
 */
export async function syncOrdersWithShipments(
  tx: Tx,
  ctx: FollowContext,
  all: readonly ShipmentsOfOrder[],
): Promise<OrderRow[]> {
  const now = new Map(all.map(({ order }) => [order.id, order]))
  const steps = all.map(({ order, parcels }) => {
    const stand = parcels.map(({ status }) => status)
    return { id: order.id, to: orderStatusesUntil(order.status, stand) }
  })
  for (const step of ORDER_STATUS_SEQUENCE) {
    const going = steps.filter(({ to }) => to.includes(step)).map(({ id }) => now.get(id)!)
    for (const order of await writeOrderStatus(tx, ctx, going, step)) now.set(order.id, order)
  }
  return all.map(({ order }) => now.get(order.id)!)
}
