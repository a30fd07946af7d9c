import { isAnyOf } from '@kushi/db/bulk-rows'
import type { Tx } from '@kushi/db/connect'
import { shipment } from '@kushi/db/schema/fulfilment'
import { isPaidAtDoor } from '@kushi/values/payment-method'
import { holdsCash } from '@kushi/values/shipment'
import { and, eq } from 'drizzle-orm'
import type { PackedParcel } from './load-batch.ts'

/**
 * 代金引換: whether the label of each of these parcels, to be printed now, states the amount, by the id of the parcel; parcels
 * of other payment methods are missing. One parcel of each order collects, in whatever batches the others are: none of
 * `printed` if another one has it (`holdsCash`), otherwise the oldest of `printed`. The caller has locked the orders, so
 * that two batches with parcels of one order are printed one after the other.
 */
export async function collectCashWith(
  tx: Tx,
  shop_id: number,
  printed: readonly PackedParcel[],
): Promise<ReadonlyMap<number, boolean>> {
  const due = printed.filter(({ order }) => isPaidAtDoor(order)).map(({ parcel }) => parcel)
  if (due.length === 0) return new Map()
  const order_ids = due.map(({ order_id }) => order_id)
  const parcels = await tx
    .select()
    .from(shipment)
    .where(and(eq(shipment.shop_id, shop_id), isAnyOf(shipment.order_id, order_ids)))
  const collected = new Set(parcels.filter(holdsCash).map(({ order_id }) => order_id))
  const oldest = (order_id: number) => Math.min(...due.filter((one) => one.order_id === order_id).map(({ id }) => id))
  return new Map(due.map(({ id, order_id }) => [id, !collected.has(order_id) && id === oldest(order_id)]))
}
