import type { Tx } from '@kushi/db/connect'
import { netCapturedAmount, totalRefundedAmount } from '@kushi/values/paid-amounts'
import { coolParcelCount, hasCashToCollect, hasLeftShop } from '@kushi/values/shipment'
import type { Yen } from '@kushi/values/yen'
import type { Context, QueryContext } from '../../context.ts'
import { refusedField, ShopError } from '../../shop-error.ts'
import {
  creditItemsOfRequest,
  findOrder,
  loadOrderWithCredits,
  lockOrder,
  type OrderRow,
  parcelReturnRefusal,
  requireOrderStatusChange,
  returnStock,
  writeOrderCredit,
} from '../order/index.ts'
import { cashOnDelivery, type PaymentRow } from '../payment/index.ts'
import { ordersDelivered } from './hooks.ts'
import { mailMissingGoods } from './internal/changed-mail.ts'
import { lockOrders } from './internal/lock-orders.ts'
import type { ShipmentHook } from './internal/shipment-hook.ts'
import {
  loadLiveShipments,
  loadLiveShipmentsByOrder,
  loadShipmentContents,
  loadShipmentPieces,
  requireShipmentStep,
  type ShipmentRow,
  selectShipment,
  writeShipmentStatus,
  writeShipmentStatuses,
} from './internal/shipments.ts'
import { syncOrdersWithShipments } from './internal/sync-order-with-shipments.ts'
import { orderStatusesUntil } from './rules/shipment-status.ts'

interface ReceiptInput {
  order_no: string
  /** The number of one parcel. Absent: all parcels in transit. */
  shipment_no?: string | undefined
}

/**
 * お届け済み: records that parcels arrived, reported by the carrier, by an operator, or assumed after a term. With the last
 * parcel the order is delivered and its subscription continues. Cash counts as collected if one of the parcels
 * collected it. Repeating the call changes nothing.
 * @throws ShopError 404, 409 for a parcel that has not left
 */
export async function markParcelsDelivered(
  ctx: Context,
  { order_no, shipment_no }: ReceiptInput,
  also?: ShipmentHook,
): Promise<OrderRow> {
  const { order: found } = await findOrder(ctx, order_no)
  return ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, found)
    await also?.(tx, order)
    const parcels = await loadLiveShipments(tx, order)
    const due = dueOf(order, parcels, shipment_no === undefined ? null : [selectShipment(parcels, shipment_no)!])
    if (due === null) return order
    const [now] = await receive(tx, ctx, [{ order, paid, parcels, due }])
    return now!
  })
}

interface ReceiptsInput {
  ids: readonly number[]
  /** The ids of these parcels. Absent: all parcels in transit. */
  shipment_ids?: ReadonlySet<number>
  isTried: boolean
}

/**
 * お届け済み for several orders of the shop, in set-based statements and one transaction. Returns for each order `true`, or
 * the error that refuses it; a refused order does not change. With several ids, orders locked by another transaction
 * are missing. With a single id it waits for the lock. `isTried`: a dry run that locks and writes nothing.
 */
export function markOrdersDelivered(
  ctx: QueryContext,
  { ids, shipment_ids, isTried }: ReceiptsInput,
): Promise<Map<number, true | ShopError>> {
  return ctx.db.transaction(async (tx) => {
    const found = await lockOrders(tx, ctx.shop_id, ids, { isTried })
    const live = await loadLiveShipmentsByOrder(tx, ctx.shop_id, ids)
    const became = new Map<number, true | ShopError>()
    const coming: ArrivingParcels[] = []
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
    if (!isTried) await receive(tx, ctx, coming)
    return became
  })
}

/**
 * The parcels to mark as received; null when they already are. `named`: only these; null: all in transit.
 * @throws ShopError 409 for a parcel that has not left, or when its status does not allow it
 */
function dueOf(
  order: OrderRow,
  parcels: readonly ShipmentRow[],
  named: readonly ShipmentRow[] | null,
): ShipmentRow[] | null {
  const isThere = ({ status }: ShipmentRow) => status === 'received'
  if (named ? named.every(isThere) : order.status === 'delivered') return null
  const due = named ? named.filter((parcel) => !isThere(parcel)) : parcels.filter(({ status }) => status === 'shipped')
  if (due.length === 0) {
    requireOrderStatusChange(order, 'delivered')
    // All of its parcels are back.
    throw new ShopError(409, 'ERROR_SHIPMENT_STATUS', '発送中の荷物がありません。')
  }
  for (const parcel of due) requireShipmentStep(parcel, 'received')
  const then = parcels.map((parcel) => (due.includes(parcel) ? 'received' : parcel.status))
  let { status } = order
  for (const step of orderStatusesUntil(status, then)) {
    requireOrderStatusChange({ ...order, status }, step)
    status = step
  }
  return due
}

interface MissingParcel {
  order_no: string
  shipment_no: string
  /** The reason, which operators read. */
  note?: string
  /** The customer is told by mail. */
  notify?: boolean
}

/**
 * 欠品: cancels a parcel of a partly shipped order. Its goods return to stock, and the order moves as far as its other
 * parcels. The price is credited: money received is owed to the customer, and a 代金引換 that no label states yet collects
 * less.
 * @throws ShopError 404, 409 when nothing has left; then the order has to be cancelled
 */
export async function cancelShipment(
  ctx: Context,
  { order_no, shipment_no, note = '', notify = true }: MissingParcel,
  also?: ShipmentHook,
): Promise<OrderRow> {
  const { order: found } = await findOrder(ctx, order_no)
  return ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, found)
    await also?.(tx, order)
    const parcels = await loadLiveShipments(tx, order)
    const parcel = selectShipment(parcels, shipment_no)!
    if (!parcels.some(({ status }) => hasLeftShop(status)))
      throw new ShopError(
        409,
        'ERROR_SHIPMENT_STATUS',
        `ご注文 ${order_no} は、まだ何も発送していません。ご注文をキャンセルしてください。`,
      )
    await writeShipmentStatus(tx, ctx, parcel, 'cancelled')
    await returnStock(tx, await loadShipmentContents(tx, [parcel]))
    const left = await loadLiveShipments(tx, order)
    const credited = await creditParcel(tx, ctx, order, paid, { parcel, kind: 'missing', note, left })
    if (notify) await mailMissingGoods(tx, ctx, order, credited)
    const { paid: now_paid } = await lockOrder(tx, order)
    const [now] = await conclude(tx, ctx, [{ order, paid: now_paid, parcels: left }])
    return now!
  })
}

interface CreditedParcel {
  parcel: ShipmentRow
  kind: 'missing' | 'parcel_back'
  note: string
  /** The order's other parcels. */
  left: readonly ShipmentRow[]
}

/** Takes back the price of a parcel's pieces, as far as they are still part of the sale. */
async function creditParcel(
  tx: Tx,
  ctx: QueryContext,
  order: OrderRow,
  paid: PaymentRow | null,
  { parcel, kind, note, left }: CreditedParcel,
) {
  const sale = await loadOrderWithCredits(tx, order)
  const items = (await loadShipmentPieces(tx, parcel)).flatMap(({ order_item_id, quantity }) => {
    const { pieces } = sale.rest.items.find((one) => one.order_item_id === order_item_id)!
    const taken = Math.min(pieces, quantity)
    return taken === 0 ? [] : [{ order_item_id, quantity: taken, restock: kind === 'missing' }]
  })
  const cool_fee = kind === 'missing' ? coolFeeOfMissing(sale.rest.cool_fee, parcel, left) : 0
  const lines = creditItemsOfRequest(sale, { items, cool_fee })
  const is_uncollected = !left.some(hasCashToCollect)
  const amount = await writeOrderCredit(tx, ctx, order, paid, { kind, lines, note, is_uncollected })
  const goods = items.map(({ order_item_id, quantity }) => ({
    ...sale.items.find(({ id }) => id === order_item_id)!,
    quantity,
  }))
  return { amount, goods }
}

/**
 * クール代 (yen) of a parcel that does not arrive, from `remains`, the part not credited yet. 0 while another parcel of the
 * same temperature is still sent, because split parcels were charged once.
 */
function coolFeeOfMissing(remains: Yen, parcel: ShipmentRow, left: readonly ShipmentRow[]): Yen {
  const cooled = (parcels: readonly ShipmentRow[]) => coolParcelCount(parcels.map(({ temperature }) => temperature))
  const before = cooled([parcel, ...left])
  return before === cooled(left) ? 0 : Math.floor(remains / before)
}

interface CameBack {
  order_no: string
  shipment_no: string
  /** The reason, which operators read. */
  note?: string
  /** 代金引換 of a parcel that counts as received: it was not paid. */
  is_unpaid: boolean
}

/**
 * 荷物の戻り (受取拒否, 宛先不明): a parcel of an order on its way came back. It no longer collects 代金引換, so that the next parcel
 * that is printed does. The order moves as far as its other parcels; without any it stays `shipped` until it is
 * returned. The stock does not change: 返品 decides about it. Repeating it changes nothing.
 *
 * A parcel of 代金引換 that counts as received, by the carrier or the term, can come back too: the amount that was booked
 * with it is open again, and a delivered order stays so.
 * @throws ShopError 404, 409 for a parcel that has not left, or was received with another payment method; 422 if its
 * amount may have been paid
 */
export async function recordParcelReturn(
  ctx: Context,
  { order_no, shipment_no, note = '', is_unpaid }: CameBack,
  also?: ShipmentHook,
): Promise<OrderRow> {
  const { order: found } = await findOrder(ctx, order_no)
  return ctx.db.transaction(async (tx) => {
    const { order, paid } = await lockOrder(tx, found)
    const parcel = selectShipment(await loadLiveShipments(tx, order), shipment_no)!
    await also?.(tx, order)
    if (parcel.status === 'returned') return order
    const { status, payment_method_id } = order
    const facts = {
      status,
      payment_method_id,
      payment_state: paid?.state ?? null,
      given_back: totalRefundedAmount(paid),
    }
    const refusal = parcelReturnRefusal({ ...facts, parcels: [parcel.status] })
    if (refusal !== null) throw new ShopError(409, 'ERROR_SHIPMENT_STATUS', refusal)
    const isCollected = parcel.status === 'received' && paid !== null && hasCashToCollect(parcel)
    if (isCollected && !is_unpaid) throw maybePaid()
    await writeShipmentStatus(tx, ctx, parcel, 'returned')
    const parcels = await loadLiveShipments(tx, order)
    if (isCollected && !parcels.some(hasCashToCollect)) await cashOnDelivery.reopen(tx, ctx, paid)
    // What nobody has paid is not owed; whether another parcel collects it is decided by 返品.
    const { paid: standing } = await lockOrder(tx, order)
    if (netCapturedAmount(standing) > 0)
      await creditParcel(tx, ctx, order, standing, { parcel, kind: 'parcel_back', note, left: parcels })
    const { paid: now_paid } = await lockOrder(tx, order)
    const [now] = await conclude(tx, ctx, [{ order, paid: now_paid, parcels }])
    return now!
  })
}

const maybePaid = () =>
  refusedField(
    'is_unpaid',
    '代金を受け取っていないことを、お確かめください。受け取ったときは、返品・返金をお使いください。',
  )

interface Concluding {
  order: OrderRow
  /** The order's last payment. */
  paid: PaymentRow | null
  parcels: readonly ShipmentRow[]
}
interface ArrivingParcels extends Concluding {
  due: readonly ShipmentRow[]
}

async function receive(tx: Tx, ctx: QueryContext, all: readonly ArrivingParcels[]): Promise<OrderRow[]> {
  const due = all.flatMap((one) => one.due)
  const came = new Map((await writeShipmentStatuses(tx, ctx, due, 'received')).map((parcel) => [parcel.id, parcel]))
  const now = all.map((one) => ({ ...one, parcels: one.parcels.map((parcel) => came.get(parcel.id) ?? parcel) }))
  return conclude(tx, ctx, now)
}

/**
 * Moves orders of one shop, locked by the caller, as far as their parcels are. For those that are now delivered, calls
 * the follower, and cash counts as collected unless the parcel that was to collect it came back or was cancelled.
 */
async function conclude(tx: Tx, ctx: QueryContext, all: readonly Concluding[]) {
  const now = await syncOrdersWithShipments(tx, ctx, all)
  const isThere = all.map(({ order }, n) => now[n]!.status === 'delivered' && order.status !== 'delivered')
  await cashOnDelivery.recordCollected(
    tx,
    ctx,
    all.filter(({ parcels }, n) => isThere[n] && parcels.some(hasCashToCollect)).map(({ paid }) => paid),
  )
  await ordersDelivered(
    tx,
    ctx,
    now.filter((_, n) => isThere[n]),
  )
  return now
}
