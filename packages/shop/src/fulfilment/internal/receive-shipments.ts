import type { Tx } from '@kushi/db/connect'
import type { Context } from '../../context.ts'
import { expectStatus, findOrder, lockOrder, lockOrders, type OrderRow, returnStock } from '../../order/index.ts'
import { collectCash, type PaymentRow } from '../../payment/index.ts'
import { ShopError } from '../../shop-error.ts'
import { isOut, stepsTo } from '../rules/shipment-status.ts'
import { followTogether } from './follow-shipments.ts'
import type { Also, OrderFollower } from './follower.ts'
import {
  expectShipment,
  liveShipments,
  liveShipmentsOf,
  pickShipment,
  piecesOf,
  type ShipmentRow,
  writeShipment,
  writeShipments,
} from './shipments.ts'

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
    const due = dueOf(order, parcels, shipment_no === undefined ? null : [pickShipment(parcels, shipment_no)!])
    if (due === null) return order
    const [now] = await receive(tx, ctx, follower, [{ order, paid, parcels, due }])
    return now!
  })
}

interface OrdersReceived {
  ids: readonly number[]
  /** These parcels; left out, all that are on their way. */
  shipment_ids?: ReadonlySet<number>
  isTried: boolean
}

/**
 * The same of each of these orders of the shop: loaded, judged and written in sets, in one transaction. Of each whether
 * it may be, or why not; what is refused leaves nothing but its reason. One that somebody else is at is left out; one alone is waited for.
 * `isTried`: nothing is locked, and nothing written.
 */
export function receiveOrders(
  ctx: Context,
  follower: OrderFollower,
  { ids, shipment_ids, isTried }: OrdersReceived,
): Promise<Map<number, true | ShopError>> {
  return ctx.db.transaction(async (tx) => {
    const found = await lockOrders(tx, ctx.shop_id, ids, { isTried })
    const live = await liveShipmentsOf(tx, ctx.shop_id, ids)
    const became = new Map<number, true | ShopError>()
    const coming: Coming[] = []
    for (const { order, paid } of found) {
      const parcels = live.get(order.id) ?? []
      try {
        const due = dueOf(order, parcels, shipment_ids ? parcels.filter(({ id }) => shipment_ids.has(id)) : null)
        if (due !== null) coming.push({ order, paid, parcels, due })
        became.set(order.id, true)
      } catch (error) {
        if (!(error instanceof ShopError)) throw error
        became.set(order.id, error)
      }
    }
    if (!isTried) await receive(tx, ctx, follower, coming)
    return became
  })
}

/**
 * The parcels that come; null: they came before. `named`: of these; null: of all that are on their way.
 * @throws ShopError 409 for what has not left, and what else its status does not allow
 */
function dueOf(
  order: OrderRow,
  parcels: readonly ShipmentRow[],
  named: readonly ShipmentRow[] | null,
): ShipmentRow[] | null {
  const isThere = ({ status }: ShipmentRow) => status === 'received'
  if (named ? named.every(isThere) : order.status === 'delivered') return null
  const due = named ? named.filter((parcel) => !isThere(parcel)) : parcels.filter(({ status }) => status === 'shipped')
  if (due.length === 0) expectStatus(order, 'delivered')
  for (const parcel of due) expectShipment(parcel, 'received')
  const then = parcels.map((parcel) => (due.includes(parcel) ? 'received' : parcel.status))
  let { status } = order
  for (const step of stepsTo(status, then)) {
    expectStatus({ ...order, status }, step)
    status = step
  }
  return due
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
    const [now] = await conclude(tx, ctx, follower, [{ order, paid, parcels: await liveShipments(tx, order) }])
    return now!
  })
}

interface Concluding {
  order: OrderRow
  /** Its last payment. */
  paid: PaymentRow | null
  parcels: readonly ShipmentRow[]
}
interface Coming extends Concluding {
  due: readonly ShipmentRow[]
}

async function receive(tx: Tx, ctx: Context, follower: OrderFollower, all: readonly Coming[]): Promise<OrderRow[]> {
  const due = all.flatMap((one) => one.due)
  const came = new Map((await writeShipments(tx, ctx, due, 'received')).map((parcel) => [parcel.id, parcel]))
  const now = all.map((one) => ({ ...one, parcels: one.parcels.map((parcel) => came.get(parcel.id) ?? parcel) }))
  return conclude(tx, ctx, follower, now)
}

/** Orders of one shop, locked by the caller, go as far as their parcels are; of what is delivered by that, what follows goes on. */
async function conclude(tx: Tx, ctx: Context, follower: OrderFollower, all: readonly Concluding[]) {
  const now = await followTogether(tx, ctx, all)
  const isThere = all.map(({ order }, n) => now[n]!.status === 'delivered' && order.status !== 'delivered')
  await collectCash(
    tx,
    ctx,
    all.filter((_, n) => isThere[n]).map(({ paid }) => paid),
  )
  await follower.received(
    tx,
    ctx,
    now.filter((_, n) => isThere[n]),
  )
  return now
}
