import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { shipment, shipping_batch } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { and, asc, eq } from 'drizzle-orm'
import { notFound } from '../../../shop-error.ts'

const named = (shop_id: number, batch_no: string) =>
  and(eq(shipping_batch.shop_id, shop_id), eq(shipping_batch.batch_no, batch_no))

/** Serialises work on a batch as a whole. @throws ShopError 404 */
export async function lockShippingBatch(tx: Tx, shop_id: number, batch_no: string) {
  const [batch] = await tx.select().from(shipping_batch).where(named(shop_id, batch_no)).for('update')
  if (!batch) throw notFound()
  return batch
}

/**
 * Locks a batch and before it the orders of its parcels, by id, for a caller that changes these parcels. Parcels of
 * the same orders in other batches then can't change either.
 * @throws ShopError 404
 */
export async function lockShippingBatchWithOrders(tx: Tx, shop_id: number, batch_no: string) {
  // Parcels leave a batch and none is added, so these are all of its orders.
  const packed = await tx
    .select({ order_id: shipment.order_id })
    .from(shipment)
    .innerJoin(shipping_batch, and(named(shop_id, batch_no), eq(shipping_batch.id, shipment.shipping_batch_id)))
    .where(eq(shipment.shop_id, shop_id))
  const ids = packed.map(({ order_id }) => order_id)
  await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.shop_id, shop_id), isAnyOfCondition(orders.id, ids)))
    .orderBy(asc(orders.id))
    .for('no key update')
  return lockShippingBatch(tx, shop_id, batch_no)
}
