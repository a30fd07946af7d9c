import type { Tx } from '@kushi/db/connect'
import { type HoldDecision, shipment, shipment_item, shipping_batch, shipping_file } from '@kushi/db/schema/fulfilment'
import { order_item } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { refersToCondition } from '@kushi/db/shop-scope'
import { itemName } from '@kushi/values/product'
import { and, eq, isNull } from 'drizzle-orm'
import { writeStockChange } from '../../../catalogue/product/index.ts'
import type { AdminHandler, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { invalidFields, ShopError } from '../../../shop-error.ts'
import { findOrder, lockOrder, type OrderRow, orderAuditSubject } from '../../order/index.ts'
import { closePersonCheck } from '../check-person.ts'
import { loadShippingDecision, saveShippingDecision } from '../internal/decisions.ts'
import { findParcel } from '../internal/find-parcel.ts'
import { holdReasonText } from '../internal/hold-reason-text.ts'
import { loadLiveShipments, type ShipmentRow, selectShipment, writeShipmentStatus } from '../internal/shipments.ts'
import { auditShipmentChange, unpackShipment } from '../internal/unpack-shipment.ts'

type ParcelHold = Parameters<AdminHandler<'POST /admin/v1/shipping/parcels/{shipment_no}/hold'>>[1]

/**
 * 出荷を止める: takes the parcel out of its batch, and the order waits under 止まっている with the reason. For 欠品 the stock falls
 * to what the packer found left.
 * @throws ShopError 404, 409 when the parcel is not packed, 422 for 欠品 without its items
 */
export const holdParcel: AdminHandler<'POST /admin/v1/shipping/parcels/{shipment_no}/hold'> = async (ctx, input) => {
  const { shipment_no, reason, note } = input
  const { order: found } = await findParcel(ctx, shipment_no)
  await ctx.db.transaction(async (tx) => {
    const { order } = await lockOrder(tx, found)
    const parcel = selectShipment(await loadLiveShipments(tx, order), shipment_no)!
    const before = (await loadShippingDecision(tx, order))?.held ?? null
    await unpackShipment(tx, ctx, parcel)
    const { id, shipping_batch_id, pick_no, shipping_file_id, collects_cash, rides_with_id } = parcel
    const place = { id, shipping_batch_id: shipping_batch_id!, pick_no, shipping_file_id, collects_cash, rides_with_id }
    const held: HoldDecision = {
      reason,
      note,
      shortage: reason === 'shortage' ? await writeOff(tx, ctx, parcel, input) : [],
      held_at: ctx.clock.now().toISOString(),
      parcels: [...(before?.parcels ?? []), place],
    }
    await saveShippingDecision(tx, ctx, order, { held })
    const { message, masked = message } = holdReasonText(held)
    await recordHold(tx, ctx, order, { held: masked, ...(note !== '' && { note }) })
  })
  return {}
}

const recordHold = (tx: Tx, ctx: OperatorQueryContext, order: OrderRow, after: Record<string, unknown>) =>
  recordAudit(tx, ctx, { ...orderAuditSubject(order), after })

/** Lowers the stock of the missing SKUs to the pieces that are left. Returns the number of pieces taken off. */
async function writeOff(tx: Tx, ctx: OperatorQueryContext, parcel: ShipmentRow, { shortage }: ParcelHold) {
  const { shop_id, id, shipment_no } = parcel
  const pieces = await tx
    .select({
      product_sku_id: order_item.product_sku_id,
      product_name: order_item.product_name,
      set_item_name1: order_item.set_item_name1,
      set_item_name2: order_item.set_item_name2,
      quantity: shipment_item.quantity,
    })
    .from(shipment_item)
    .innerJoin(order_item, refersToCondition(shipment_item.order_item_id, order_item))
    .where(and(eq(shipment_item.shop_id, shop_id), eq(shipment_item.shipment_id, id)))
  const missing = shortage.toSorted((a, b) => a.product_sku_id - b.product_sku_id)
  if (missing.length === 0) throw beside('棚になかった商品を選んでください。')
  if (!ctx.operator.permissions.includes('stock.write')) throw mayNot()
  const written: HoldDecision['shortage'] = []
  for (const { product_sku_id, quantity, left = 0 } of missing) {
    const own = pieces.filter((piece) => piece.product_sku_id === product_sku_id)
    const packed = own.reduce((sum, piece) => sum + piece.quantity, 0)
    if (quantity > packed || written.some((one) => one.product_sku_id === product_sku_id))
      throw beside('この荷物に入る数までで入力してください。')
    const [sku] = await tx
      .select({ stock: product_sku.stock })
      .from(product_sku)
      .where(and(eq(product_sku.shop_id, shop_id), eq(product_sku.id, product_sku_id)))
      .for('update')
    const corrected = Math.max(0, sku!.stock - left)
    const idempotency_key = `shortage-${id}-${product_sku_id}-${ctx.clock.now().getTime()}`
    const change = { id: product_sku_id, quantity: -corrected, reason: `欠品(荷物 ${shipment_no})`, idempotency_key }
    if (corrected > 0) await writeStockChange(tx, ctx, 'correction', change)
    written.push({ product_sku_id, name: itemName(own[0]!), quantity, corrected })
  }
  return written
}

const mayNot = () =>
  new ShopError(403, 'ERROR_FORBIDDEN', '在庫を変える権限がないため、欠品にできません。店長にご相談ください。')
const beside = (message: string) => invalidFields([{ path: 'shortage', message_id: 'cmn-err-002', message }])

/**
 * 保留する: an order that is in no list yet waits under 止まっている with a memo, as for お客様の備考 about a day.
 * @throws ShopError 404, 409 when it is packed, not to be shipped, or held already
 */
export const holdOrder: AdminHandler<'POST /admin/v1/shipping/holds/{order_no}'> = async (ctx, { order_no, note }) => {
  const { order: found } = await findOrder(ctx, order_no)
  await ctx.db.transaction(async (tx) => {
    const { order } = await lockOrder(tx, found)
    const parcels = await loadLiveShipments(tx, order)
    const isWaiting = order.status === 'received' || order.status === 'arranged'
    if (!isWaiting || parcels.some(({ status }) => status !== 'ready'))
      throw new ShopError(
        409,
        'ERROR_SHIPMENT_STATUS',
        `ご注文 ${order_no} を保留できるのは、出荷リストを作るまでです。`,
      )
    if ((await loadShippingDecision(tx, order))?.held)
      throw new ShopError(409, 'ERROR_SHIPMENT_STATUS', `ご注文 ${order_no} の出荷は、すでに止めています。`)
    const held: HoldDecision = {
      reason: 'other',
      note,
      shortage: [],
      held_at: ctx.clock.now().toISOString(),
      parcels: [],
    }
    await saveShippingDecision(tx, ctx, order, { held })
    await recordHold(tx, ctx, order, { held: holdReasonText({ ...held, note: '' }).message, note })
  })
  return {}
}

/**
 * 出荷に戻す: the order can go into the next batch. `undo`: the hold was a mistake; the stock is as before, and if nothing
 * has changed since, so is the place in the batch.
 * @throws ShopError 404, 409 when the order is not held
 */
export const releaseHold: AdminHandler<'POST /admin/v1/shipping/holds/{order_no}/release'> = async (
  ctx,
  { order_no, undo },
) => {
  const { order: found } = await findOrder(ctx, order_no)
  return ctx.db.transaction(async (tx) => {
    const { order } = await lockOrder(tx, found)
    const decision = await loadShippingDecision(tx, order)
    const held = decision?.held
    if (!held) throw new ShopError(409, 'ERROR_SHIPMENT_STATUS', `ご注文 ${order_no} の出荷は、止めていません。`)
    const isUntouched = decision.updated_at.getTime() - Date.parse(held.held_at) < 1000
    const is_in_batch = undo && isUntouched && held.parcels.length > 0 && (await putBack(tx, ctx, order, held))
    if (undo) await giveBack(tx, ctx, order, held)
    await saveShippingDecision(tx, ctx, order, { held: null })
    await closePersonCheck(tx, ctx, order, 'ship')
    await recordHold(tx, ctx, order, { held: undo ? '止めたことを取り消しました' : '出荷に戻しました' })
    return { is_in_batch }
  })
}

/** Puts the parcels back where they were; false: one of their places no longer exists, and none is moved. */
async function putBack(
  tx: Tx,
  ctx: OperatorQueryContext,
  order: OrderRow,
  { parcels }: HoldDecision,
): Promise<boolean> {
  const live = await loadLiveShipments(tx, order)
  const { shop_id } = ctx
  const inShop = <T extends typeof shipping_batch | typeof shipping_file | typeof shipment>(table: T, id: number) =>
    and(eq(table.shop_id, shop_id), eq(table.id, id))
  for (const { id, shipping_batch_id, shipping_file_id, rides_with_id } of parcels) {
    if (live.find((one) => one.id === id)?.status !== 'ready') return false
    const [batch] = await tx
      .select()
      .from(shipping_batch)
      .where(inShop(shipping_batch, shipping_batch_id))
      .for('update')
    if (!batch || batch.status === 'completed') return false
    const isFileGone =
      shipping_file_id !== null &&
      (await tx.$count(
        shipping_file,
        and(inShop(shipping_file, shipping_file_id), isNull(shipping_file.cancelled_at)),
      )) === 0
    const isBoxGone =
      rides_with_id !== null &&
      (await tx.$count(shipment, and(inShop(shipment, rides_with_id), eq(shipment.status, 'packed')))) === 0
    if (isFileGone || isBoxGone) return false
  }
  for (const { id, ...place } of parcels) {
    const parcel = live.find((one) => one.id === id)!
    const after = await writeShipmentStatus(tx, ctx, parcel, 'packed', place)
    await auditShipmentChange(tx, ctx, parcel, { status: parcel.status }, { status: after.status })
  }
  return true
}

/** Returns the pieces that a mistaken 欠品 took from the stock. */
async function giveBack(
  tx: Tx,
  ctx: OperatorQueryContext,
  { order_no }: OrderRow,
  { shortage, held_at }: HoldDecision,
) {
  for (const { product_sku_id: id, corrected: quantity } of shortage) {
    const idempotency_key = `shortage-undone-${order_no}-${id}-${Date.parse(held_at)}`
    if (quantity > 0)
      await writeStockChange(tx, ctx, 'correction', {
        id,
        quantity,
        reason: `欠品の取消(注文 ${order_no})`,
        idempotency_key,
      })
  }
}
