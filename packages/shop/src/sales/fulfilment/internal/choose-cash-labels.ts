import { isAnyOfCondition } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { shipment } from '@kushi/db/schema/fulfilment'
import { collectsCashAtDoor } from '@kushi/values/payment-method'
import { hasCashToCollect } from '@kushi/values/shipment'
import { and, eq } from 'drizzle-orm'
import type { PackedParcel } from './load-batch.ts'

/**
 * 代金引換: decides for each parcel, by its id, whether its label states the amount to collect. Parcels of other payment
 * methods are missing. Exactly one parcel of each order collects, also over several batches: the one that holds it
 * already (`hasCashToCollect`), otherwise the oldest of `printed`. The caller has locked the orders, so that two batches are
 * decided one after the other.
 */
export async function chooseCashLabels(
  tx: Tx,
  shop_id: number,
  printed: readonly PackedParcel[],
): Promise<ReadonlyMap<number, boolean>> {
  const due = printed.filter(({ order }) => collectsCashAtDoor(order)).map(({ parcel }) => parcel)
  if (due.length === 0) return new Map()
  const order_ids = due.map(({ order_id }) => order_id)
  const parcels = await tx
    .select()
    .from(shipment)
    .where(and(eq(shipment.shop_id, shop_id), isAnyOfCondition(shipment.order_id, order_ids)))
  const collected = new Set(parcels.filter(hasCashToCollect).map(({ order_id }) => order_id))
  const oldest = (order_id: number) => Math.min(...due.filter((one) => one.order_id === order_id).map(({ id }) => id))
  return new Map(due.map(({ id, order_id }) => [id, !collected.has(order_id) && id === oldest(order_id)]))
}
