import type { Tx } from '@kushi/db/connect'
import type { Context } from '../../context.ts'
import { expectStatus, findOrder, lockOrder, type OrderRow, returnStock } from '../../order/index.ts'
import { collectCash, type PaymentRow } from '../../payment/index.ts'
import { ShopError } from '../../shop-error.ts'
import { isOut } from '../rules/shipment-status.ts'
import type { Also, OrderFollower } from './follower.ts'
import { followShipments, liveShipments, pickShipment, piecesOf, writeShipment } from './shipments.ts'

interface Received {
  order_no: string
  /** One parcel; left out, all that are on their way. */
  shipment_no?: string | undefined
}

/**
 * お届け済み, by the carrier's word, its term or an operator: with the last parcel the order is delivered, cash counts as
 * collected, and what follows goes on. Twice changes nothing. @throws ShopError 404, 409 for what has not left
 */
export async function receiveShipments(
  ctx: Context,
  follower: OrderFollower,
  { order_no, shipment_no }: Received,
  also?: Also,
): Promise<OrderRow> {
  const { order: found } = await findOrder(ctx, order_no)
  return ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, found)
    await also?.(tx, order)
    const parcels = await liveShipments(tx, order)
    const named = shipment_no === undefined ? null : pickShipment(parcels, shipment_no)
    if (named?.status === 'received' || (named === null && order.status === 'delivered')) return order
    const due = named ? [named] : parcels.filter(({ status }) => status === 'shipped')
    if (due.length === 0) expectStatus(order, 'delivered')
    for (const parcel of due) await writeShipment(tx, ctx, parcel, 'received')
    return conclude(tx, ctx, follower, order, paid)
  })
}

/**
 * What is missing of an order of which a part has left is not sent any more (欠品): its goods go back into stock, and the order
 * is as far as its other parcels. The money is given back by `refundOrder` with an amount.
 * @throws ShopError 404, 409 where nothing has left: then the order is cancelled
 */
export async function cancelShipment(
  ctx: Context,
  follower: OrderFollower,
  { order_no, shipment_no }: { order_no: string; shipment_no: string },
  also?: Also,
): Promise<OrderRow> {
  const { order: found } = await findOrder(ctx, order_no)
  return ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, found)
    await also?.(tx, order)
    const parcels = await liveShipments(tx, order)
    const parcel = pickShipment(parcels, shipment_no)!
    if (!parcels.some(({ status }) => isOut(status)))
      throw new ShopError(
        409,
        'ERROR_SHIPMENT_STATUS',
        `ご注文 ${order_no} は、まだ何も発送していません。ご注文をキャンセルしてください。`,
      )
    await writeShipment(tx, ctx, parcel, 'cancelled')
    await returnStock(tx, await piecesOf(tx, [parcel]))
    return conclude(tx, ctx, follower, order, paid)
  })
}

async function conclude(tx: Tx, ctx: Context, follower: OrderFollower, order: OrderRow, paid: PaymentRow | null) {
  const now = await followShipments(tx, ctx, order)
  if (now.status !== 'delivered' || order.status === 'delivered') return now
  await collectCash(tx, ctx, paid)
  await follower.received(tx, ctx, now)
  return now
}
