import { shipment_item } from '@kushi/db/schema/fulfilment'
import { order_item } from '@kushi/db/schema/order'
import { refersToCondition } from '@kushi/db/shop-scope'
import type { Temperature } from '@kushi/values/shipment'
import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ShopError } from '../../shop-error.ts'
import { findOrder, lockOrder } from '../order/index.ts'
import { createShipment, createShipmentsOfOrder, type ShipmentRow, selectShipment } from './internal/shipments.ts'

interface SplitInput {
  order_no: string
  /** The parcel to split, when there are several. */
  shipment_no?: string | undefined
  /** The pieces for the new parcel: product codes and quantities. */
  items: readonly { product_code: string; quantity: number }[]
  temperature?: Temperature | undefined
}

/**
 * 複数口, 温度帯, 欠品: moves some pieces of a parcel that is not packed into a new one, which it returns.
 * @throws ShopError 404, 409 for a parcel that is packed or has left, 422 for pieces that are not in it, or all of them
 */
export async function splitParcel(
  ctx: Context,
  { order_no, shipment_no, items, temperature = 'normal' }: SplitInput,
): Promise<ShipmentRow> {
  const { order: found } = await findOrder(ctx, order_no)
  return ctx.db.transaction(async (tx) => {
    const { order } = await lockOrder(tx, found)
    const [arranged, parcels] = await createShipmentsOfOrder(tx, ctx, order)
    const from = selectShipment(parcels, shipment_no)!
    if (from.status !== 'ready') throw alreadyPacked(from)
    const inShop = eq(shipment_item.shop_id, from.shop_id)
    const existing = await tx
      .select({ id: order_item.id, product_code: order_item.product_code, quantity: shipment_item.quantity })
      .from(shipment_item)
      .innerJoin(order_item, refersToCondition(shipment_item.order_item_id, order_item))
      .where(and(inShop, eq(shipment_item.shipment_id, from.id)))
      .orderBy(asc(order_item.id))
    checkPieces(items, existing)
    const moved = movedPieces(items, existing)
    for (const { order_item_id, left } of moved) {
      const row = and(inShop, eq(shipment_item.shipment_id, from.id), eq(shipment_item.order_item_id, order_item_id))
      if (left === 0) await tx.delete(shipment_item).where(row)
      else await tx.update(shipment_item).set({ quantity: left }).where(row)
    }
    const pieces = moved.map(({ order_item_id, quantity }) => ({ order_item_id, quantity }))
    return createShipment(tx, ctx, arranged, pieces, temperature)
  })
}

interface PackedPieces {
  id: number
  product_code: string
  quantity: number
}

/** A SKU can be in several rows: bought, in a set, given. The pieces come from the first of them on. */
function movedPieces(items: SplitInput['items'], existing: readonly PackedPieces[]) {
  const wanted = new Map<string, number>()
  for (const { product_code, quantity } of items) wanted.set(product_code, (wanted.get(product_code) ?? 0) + quantity)
  return existing.flatMap(({ id, product_code, quantity: has }) => {
    const open = wanted.get(product_code) ?? 0
    const quantity = Math.min(open, has)
    wanted.set(product_code, open - quantity)
    return quantity === 0 ? [] : [{ order_item_id: id, quantity, left: has - quantity }]
  })
}

const piecesIn = (rows: readonly { quantity: number }[]) => rows.reduce((sum, { quantity }) => sum + quantity, 0)

function checkPieces(items: SplitInput['items'], existing: readonly PackedPieces[]): void {
  const of = (rows: readonly { product_code: string; quantity: number }[], code: string) =>
    piecesIn(rows.filter(({ product_code }) => product_code === code))
  const isWhole = items.length > 0 && items.every(({ quantity }) => Number.isInteger(quantity) && quantity > 0)
  const isThere = items.every(({ product_code }) => of(items, product_code) <= of(existing, product_code))
  if (!isWhole || !isThere)
    throw new ShopError(422, 'ERROR_SHIPMENT_ITEMS', 'この荷物に入っている商品と数量を指定してください。')
  if (piecesIn(items) === piecesIn(existing))
    throw new ShopError(422, 'ERROR_SHIPMENT_ITEMS', '元の荷物に、商品を1点以上残してください。')
}

const alreadyPacked = ({ shipment_no }: ShipmentRow) =>
  new ShopError(
    409,
    'ERROR_SHIPMENT_STATUS',
    `荷物 ${shipment_no} は、出荷作業中または発送済みのため、分けられません。`,
  )
