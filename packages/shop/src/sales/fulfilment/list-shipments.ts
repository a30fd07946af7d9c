import type { Context } from '../../context.ts'
import { findOrder, loadShipments } from '../order/index.ts'

/** The parcels of an order with their contents, for the operator. @throws ShopError 404 */
export async function listShipments(ctx: Context, order_no: string) {
  const { order } = await findOrder(ctx, order_no)
  return { order, shipments: (await loadShipments(ctx.db, order.shop_id, [order.id])).get(order.id) ?? [] }
}
