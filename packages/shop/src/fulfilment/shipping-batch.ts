import { shipment, shipping_batch } from '@kushi/db/schema/fulfilment'
import { orders } from '@kushi/db/schema/order'
import type { ShippingBatchStatus } from '@kushi/values/shipment'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { findOrder, lockOrder } from '../order/lock-order.ts'
import { notFound, ShopError } from '../shop-error.ts'
import { canBatchBecome } from './rules/shipment-status.ts'
import {
  liveShipments,
  makeShipmentNo,
  pickShipment,
  type ShipmentRow,
  takeInHand,
  writeShipment,
} from './shipments.ts'

export type ShippingBatchRow = typeof shipping_batch.$inferSelect

/**
 * 出荷バッチの作成: freezes what is ready of these orders of the shop. All or nothing, so that what is packed is what was chosen.
 * `operator_id`: who packs it; null on the command line.
 * @throws ShopError 404, 409 for an order that can't be sent or has nothing ready
 */
export async function startBatch(
  ctx: Context,
  { order_nos, operator_id }: { order_nos: readonly string[]; operator_id: number | null },
): Promise<{ batch: ShippingBatchRow; shipments: ShipmentRow[] }> {
  const { shop_id, clock } = ctx
  const wanted = [...new Set(order_nos)]
  return ctx.db.transaction(async (tx) => {
    // In the order of their ids, so that two batches never wait for each other.
    const found = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.shop_id, shop_id), inArray(orders.order_no, wanted)))
      .orderBy(asc(orders.id))
    if (found.length === 0 || found.length < wanted.length) throw notFound()
    const now = clock.now()
    const [batch] = await tx
      .insert(shipping_batch)
      .values({
        ...{ shop_id, batch_no: makeShipmentNo(clock.today()), operator_id, status: 'created' },
        ...{ created_at: now, updated_at: now },
      })
      .returning()
    const shipments: ShipmentRow[] = []
    for (const row of found) {
      const { order } = await lockOrder(tx, row)
      const [, parcels] = await takeInHand(tx, ctx, order)
      const ready = parcels.filter(({ status }) => status === 'ready')
      if (ready.length === 0)
        throw new ShopError(409, 'ERROR_SHIPMENT_STATUS', `ご注文 ${row.order_no} は、すでに出荷作業中です。`)
      for (const parcel of ready)
        shipments.push(await writeShipment(tx, ctx, parcel, 'packed', { shipping_batch_id: batch!.id }))
    }
    return { batch: batch!, shipments }
  })
}

/** The next step of a batch. Completed, everything in it has left, was cancelled or was taken out. @throws ShopError 404, 409 */
export async function moveBatch(
  ctx: Context,
  { batch_no, status }: { batch_no: string; status: ShippingBatchStatus },
): Promise<ShippingBatchRow> {
  const { shop_id, clock } = ctx
  return ctx.db.transaction(async (tx) => {
    const own = and(eq(shipping_batch.shop_id, shop_id), eq(shipping_batch.batch_no, batch_no))
    const [batch] = await tx.select().from(shipping_batch).where(own).for('update')
    if (!batch) throw notFound()
    if (batch.status === status) return batch
    const inBatch = and(eq(shipment.shop_id, shop_id), eq(shipment.shipping_batch_id, batch.id))
    const left = status === 'completed' ? await tx.$count(shipment, and(inBatch, eq(shipment.status, 'packed'))) : 0
    if (!canBatchBecome(batch.status, status) || left > 0)
      throw new ShopError(
        409,
        'ERROR_BATCH_STATUS',
        left > 0
          ? `バッチ ${batch_no} には、発送していない荷物が${left}個あります。`
          : `バッチ ${batch_no} は「${batch.status}」のため、「${status}」にできません。`,
      )
    const [moved] = await tx.update(shipping_batch).set({ status, updated_at: clock.now() }).where(own).returning()
    return moved!
  })
}

/** Takes a parcel that has not left out of its batch. @throws ShopError 404, 409 */
export async function unpackShipment(
  ctx: Context,
  { order_no, shipment_no }: { order_no: string; shipment_no: string },
): Promise<ShipmentRow> {
  const { order: found } = await findOrder(ctx, order_no)
  return ctx.db.transaction(async (tx) => {
    const { order } = await lockOrder(tx, found)
    const parcel = pickShipment(await liveShipments(tx, order), shipment_no)!
    return writeShipment(tx, ctx, parcel, 'ready', { shipping_batch_id: null })
  })
}
