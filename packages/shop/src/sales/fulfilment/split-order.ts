import { shipment_item } from '@kushi/db/schema/fulfilment'
import { order_item } from '@kushi/db/schema/order'
import { refersTo } from '@kushi/db/shop-scope'
import type { Temperature } from '@kushi/values/shipment'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { findOrder, lockOrder } from '../order/index.ts'
import { makeShipment, pickShipment, type ShipmentRow, takeInHand } from './internal/shipments.ts'

interface SplitInput {
  order_no: string
  /** The parcel to split, when there are several. */
  shipment_no?: string | undefined
  /** What goes into the new parcel: product codes and quantities. */
  items: readonly { product_code: string; quantity: number }[]
  temperature?: Temperature | undefined
}

/**
 * 複数口, 温度帯, 欠品: moves some pieces of a parcel that is not packed into a new one, which it returns.
 * @throws ShopError 404, 409 for a parcel that is packed or has left, 422 for pieces that are not in it, or all of them
 */
export async function splitOrder(
  ctx: Context,
  { order_no, shipment_no, items, temperature = 'normal' }: SplitInput,
): Promise<ShipmentRow> {
  const { order: found } = await findOrder(ctx, order_no)
  return ctx.db.transaction(async (tx) => {
    const { order } = await lockOrder(tx, found)
    const [arranged, parcels] = await takeInHand(tx, ctx, order)
    const from = pickShipment(parcels, shipment_no)!
    if (from.status !== 'ready') throw alreadyPacked(from)
    const inShop = eq(shipment_item.shop_id, from.shop_id)
    const existing = await tx
      .select({ id: order_item.id, product_code: order_item.product_code, quantity: shipment_item.quantity })
      .from(shipment_item)
      .innerJoin(order_item, refersTo(shipment_item.order_item_id, order_item))
      .where(and(inShop, eq(shipment_item.shipment_id, from.id)))
    const moved = existing.flatMap(({ id, product_code, quantity: has }) => {
      const quantity = piecesOf(items, product_code)
      return quantity === 0 ? [] : [{ order_item_id: id, quantity, left: has - quantity }]
    })
    checkPieces(items, existing, moved)
    for (const { order_item_id, left } of moved) {
      const row = and(inShop, eq(shipment_item.shipment_id, from.id), eq(shipment_item.order_item_id, order_item_id))
      if (left === 0) await tx.delete(shipment_item).where(row)
      else await tx.update(shipment_item).set({ quantity: left }).where(row)
    }
    const pieces = moved.map(({ order_item_id, quantity }) => ({ order_item_id, quantity }))
    return makeShipment(tx, ctx, arranged, pieces, temperature)
  })
}

const piecesOf = (items: SplitInput['items'], code: string) =>
  items.filter(({ product_code }) => product_code === code).reduce((sum, { quantity }) => sum + quantity, 0)

function checkPieces(
  items: SplitInput['items'],
  existing: readonly { product_code: string; quantity: number }[],
  moved: readonly { quantity: number; left: number }[],
): void {
  const isWhole = items.length > 0 && items.every(({ quantity }) => Number.isInteger(quantity) && quantity > 0)
  const isThere = items.every((item) => existing.some(({ product_code }) => product_code === item.product_code))
  if (!isWhole || !isThere || moved.some(({ left }) => left < 0))
    throw new ShopError(422, 'ERROR_SHIPMENT_ITEMS', 'この荷物に入っている商品と数量を指定してください。')
  const total = existing.reduce((sum, { quantity }) => sum + quantity, 0)
  if (moved.reduce((sum, { quantity }) => sum + quantity, 0) === total)
    throw new ShopError(422, 'ERROR_SHIPMENT_ITEMS', '元の荷物に、商品を1点以上残してください。')
}

const alreadyPacked = ({ shipment_no }: ShipmentRow) =>
  new ShopError(
    409,
    'ERROR_SHIPMENT_STATUS',
    `荷物 ${shipment_no} は、出荷作業中または発送済みのため、分けられません。`,
  )
