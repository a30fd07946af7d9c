import type { Queryable } from '@kushi/db/connect'
import type { Handover } from '@kushi/db/schema/fulfilment'
import { CARRIER_NAME } from '@kushi/values/carrier'
import { hasLeftShop } from '@kushi/values/shipment'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import type { Clock, Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { findOrder, lockOrder, type OrderRow, requireOrderStatusChange } from '../order/index.ts'
import { capturePayment } from '../payment/index.ts'
import { type BlockingRequest, blockingRequestOf, loadShippingDecision } from './internal/decisions.ts'
import type { ShippingOverrideRow } from './internal/due-orders.ts'
import type { ShipmentHook } from './internal/shipment-hook.ts'
import {
  correctTrackingNumber,
  createShipmentsOfOrder,
  loadLiveShipments,
  type ShipmentRow,
  selectShipment,
  writeShipmentStatus,
} from './internal/shipments.ts'
import { notifyShipped } from './internal/shipped-message.ts'
import { syncOrderWithShipments } from './internal/sync-order-with-shipments.ts'

interface ShippingInput extends Handover {
  order_no: string
  /** The parcel, when an order has several. */
  shipment_no?: string | undefined
  /** Corrects a wrong number. */
  replace?: boolean
  /** Ships the parcel only if it is in a batch. */
  only_packed?: boolean
  /** When the truck took it, if a job says so later: it left, and is sold, on that day. */
  left_at?: Date
}

/**
 * 発送 of a parcel: with the first parcel of an order the authorised amount is captured (SALES), then the parcel counts
 * as handed over and the customer is notified. A repeated call continues after a crash; the same number twice changes
 * nothing. `also` runs in the same transaction.
 * @throws ShopError 409 when the parcel has another number, unless it is to be replaced; 409 when `shipment_no` is
 * required
 */
export async function shipOrder(
  ctx: Context,
  { order_no, shipment_no, replace = false, only_packed = false, left_at, ...handover }: ShippingInput,
  also?: ShipmentHook,
): Promise<OrderRow> {
  const { order: found, paid } = await findOrder(ctx, order_no)
  const before = selectShipment(await loadLiveShipments(ctx.db, found), shipment_no)
  if (!before || !hasLeftShop(before.status)) {
    await refuseWithdrawn(ctx.db, found, before, only_packed)
    if (found.status !== 'received') requireOrderStatusChange(found, 'shipped')
    if (paid) await capturePayment(ctx, paid, handover)
  }
  return ctx.db.transaction(async (tx) => {
    const { order } = await lockOrder(tx, found)
    await also?.(tx, order)
    const standing = selectShipment(await loadLiveShipments(tx, order), shipment_no)
    if (standing && hasLeftShop(standing.status)) {
      if (isSame(standing, handover)) return order
      if (!replace || standing.status !== 'shipped') throw takenNumber(standing)
      await notifyShipped(tx, ctx, order, await correctTrackingNumber(tx, ctx, standing, handover))
      return order
    }
    const [arranged, parcels] = await createShipmentsOfOrder(tx, ctx, order)
    const parcel = selectShipment(parcels, shipment_no)!
    await refuseWithdrawn(tx, order, parcel, only_packed)
    const then = { ...ctx, clock: clockOfLeaving(ctx, parcel, left_at) }
    const left = await writeShipmentStatus(tx, then, parcel, 'shipped', handover)
    await notifyShipped(tx, ctx, arranged, left)
    return syncOrderWithShipments(tx, then, arranged)
  })
}

/** On a later day that of the truck, unless the parcel was packed only after it. */
function clockOfLeaving({ clock }: Context, { packed_at }: ShipmentRow, left_at: Date | undefined): Clock {
  if (left_at === undefined || packed_at === null || packed_at > left_at) return clock
  const day = timestampToJapanDate(left_at.getTime())
  return day < clock.today() ? { now: () => left_at, today: () => day } : clock
}

/** @throws ShopError 409 for a parcel that was taken out of its batch, or that waits for the desk's decision */
async function refuseWithdrawn(
  db: Queryable,
  order: OrderRow,
  parcel: ShipmentRow | null,
  only_packed: boolean,
): Promise<void> {
  if (only_packed && parcel?.status !== 'packed')
    throw new ShopError(409, 'ERROR_SHIPMENT_STATUS', `ご注文 ${order.order_no} の荷物は、出荷作業中ではありません。`)
  const decision = await loadShippingDecision(db, order)
  const obstacle = blockingRequestOf(decision) ?? (isHeld(decision, parcel) ? 'held' : null)
  if (obstacle === null) return
  const [error, why] = obstacles[obstacle]
  throw new ShopError(409, error, `ご注文 ${order.order_no} は、${why}`)
}

/** The parcel was taken out of its batch; a hold that names no parcel is of the whole order. */
function isHeld(decision: ShippingOverrideRow | null, parcel: ShipmentRow | null): boolean {
  if (!decision?.held) return false
  const { parcels } = decision.held
  return parcels.length === 0 || (parcel?.status === 'ready' && parcels.some(({ id }) => id === parcel.id))
}

const obstacles: Record<BlockingRequest | 'held', [error: string, why: string]> = {
  cancel_asked: ['ERROR_CANCEL_ASKED', 'お客様がキャンセルを希望しています。先に、お答えを決めてください。'],
  address_asked: ['ERROR_SHIPMENT_STATUS', '宛先の変更のご希望があります。先に、お答えを決めてください。'],
  held: ['ERROR_SHIPMENT_STATUS', '出荷を止めています。先に「出荷に戻す」を押してください。'],
}

const isSame = (parcel: ShipmentRow, { carrier, tracking_no }: Handover) =>
  parcel.carrier === carrier && parcel.tracking_no === tracking_no

const takenNumber = ({ shipment_no, carrier, tracking_no }: ShipmentRow) =>
  new ShopError(
    409,
    'ERROR_TRACKING_NO',
    `荷物 ${shipment_no} は、${CARRIER_NAME[carrier!]} ${tracking_no} で発送済みです。`,
  )
