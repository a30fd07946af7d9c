import { isAnyOf } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { shipment, shipping_batch } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import { and, asc, eq } from 'drizzle-orm'
import { notFound } from '../../../shop-error.ts'

const named = (shop_id: number, batch_no: string) =>
  and(eq(shipping_batch.shop_id, shop_id), eq(shipping_batch.batch_no, batch_no))

/** Serialises work on a batch as a whole. @throws ShopError 404 */
export async function lockBatch(tx: Tx, shop_id: number, batch_no: string) {
  const [batch] = await tx.select().from(shipping_batch).where(named(shop_id, batch_no)).for('update')
  if (!batch) throw notFound()
  return batch
}

/**
 * The same for a caller that changes the batch's parcels: first locks their orders, by id. So each of them stays as it
 * is loaded afterwards, also those of the same order that are in other batches. @throws ShopError 404
 */
export async function lockBatchWithOrders(tx: Tx, shop_id: number, batch_no: string) {
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
    .where(and(eq(orders.shop_id, shop_id), isAnyOf(orders.id, ids)))
    .orderBy(asc(orders.id))
    .for('no key update')
  return lockBatch(tx, shop_id, batch_no)
}
