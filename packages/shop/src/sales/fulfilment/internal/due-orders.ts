import type { Queryable } from '@kushi/db/connect'
import { shipment, shipment_item, shipping_decision } from '@kushi/db/schema/fulfilment'
import { order_item, orders } from '@kushi/db/schema/order'
import { product_sku } from '@kushi/db/schema/product'
import { refersToCondition } from '@kushi/db/shop-scope'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import type { Temperature } from '@kushi/values/shipment'
import { and, asc, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { OrderRow } from '../../order/index.ts'
import type { ShipmentRow } from './shipments.ts'

export type ShippingOverrideRow = typeof shipping_decision.$inferSelect

export interface DuePiece {
  order_item_id: number
  product_sku_id: number
  product_code: string
  product_name: string
  set_item_name1: string | null
  set_item_name2: string | null
  shelf: string
  barcode: string
  temperature: Temperature
  quantity: number
}

/** An order with something left to pack. */
export interface DueOrder {
  order: OrderRow
  decision: ShippingOverrideRow | null
  /** The pieces to pack, of all parcels together. */
  pieces: DuePiece[]
  /** The order's parcels that are ready to be packed; empty until the desk has started to prepare the order. */
  ready: ShipmentRow[]
}

/** The order has no parcel yet, or one that is ready. */
const isToPack = sql`(not exists (select from ${shipment} s where s.shop_id = ${orders.shop_id} and s.order_id = ${orders.id} and s.status <> 'cancelled')
  or exists (select from ${shipment} s where s.shop_id = ${orders.shop_id} and s.order_id = ${orders.id} and s.status = 'ready'))`

export const awaitsPackingCondition = (shop_id: number): SQL =>
  and(eq(orders.shop_id, shop_id), inArray(orders.status, ['received', 'arranged']), isToPack)!

/** The order has no delivery date, or one that may be due for packing today, wherever it goes. */
export const mayBeDueCondition = (today: CalendarDate, days: number): SQL =>
  or(isNull(orders.delivery_date), lte(orders.delivery_date, addDays(today, days)))!

interface DueOrdersQuery {
  where: SQL
  limit: number
}

/**
 * Loads orders with their pieces that are still to pack, oldest first: three queries, however many orders there are.
 */
export const loadDueOrders = (db: Queryable, shop_id: number, { where, limit }: DueOrdersQuery): Promise<DueOrder[]> =>
  selectDueOrders(db, shop_id, { where: and(awaitsPackingCondition(shop_id), where)!, limit })

/** Orders with the items that are in no parcel yet or in one that is ready. */
export async function selectDueOrders(
  db: Queryable,
  shop_id: number,
  { where, limit }: DueOrdersQuery,
): Promise<DueOrder[]> {
  const found = await db
    .select({ order: orders, decision: shipping_decision })
    .from(orders)
    .leftJoin(
      shipping_decision,
      and(eq(shipping_decision.shop_id, orders.shop_id), eq(shipping_decision.order_id, orders.id)),
    )
    .where(and(eq(orders.shop_id, shop_id), where))
    .orderBy(asc(orders.id))
    .limit(limit)
  if (found.length === 0) return []
  const ids = found.map(({ order }) => order.id)
  const ready = await db
    .select()
    .from(shipment)
    .where(and(eq(shipment.shop_id, shop_id), inArray(shipment.order_id, ids), eq(shipment.status, 'ready')))
    .orderBy(asc(shipment.id))
  const pieces = await loadPieces(db, shop_id, ids)
  return found.map((row) => {
    const parcels = ready.filter(({ order_id }) => order_id === row.order.id)
    const own = pieces.filter(({ order_id }) => order_id === row.order.id)
    const waiting = parcels.map(({ id }) => id)
    return {
      ...row,
      ready: parcels,
      pieces: merged(own.filter(({ shipment_id }) => shipment_id === null || waiting.includes(shipment_id))),
    }
  })
}

/** Every piece of these orders, with its parcel if it has one. */
async function loadPieces(db: Queryable, shop_id: number, ids: number[]) {
  return db
    .select({
      order_id: order_item.order_id,
      shipment_id: shipment.id,
      order_item_id: order_item.id,
      product_sku_id: order_item.product_sku_id,
      product_code: order_item.product_code,
      product_name: order_item.product_name,
      set_item_name1: order_item.set_item_name1,
      set_item_name2: order_item.set_item_name2,
      shelf: product_sku.shelf,
      barcode: product_sku.barcode,
      temperature: product_sku.temperature,
      quantity: sql<number>`coalesce(${shipment_item.quantity}, ${order_item.quantity})`,
    })
    .from(order_item)
    .innerJoin(product_sku, refersToCondition(order_item.product_sku_id, product_sku))
    .leftJoin(
      shipment_item,
      and(eq(shipment_item.shop_id, order_item.shop_id), eq(shipment_item.order_item_id, order_item.id)),
    )
    .leftJoin(
      shipment,
      and(refersToCondition(shipment_item.shipment_id, shipment), sql`${shipment.status} <> 'cancelled'`),
    )
    .where(
      and(
        eq(order_item.shop_id, shop_id),
        inArray(order_item.order_id, ids),
        // A piece in a cancelled parcel is not packed.
        sql`(${shipment_item.shipment_id} is null or ${shipment.id} is not null)`,
      ),
    )
    .orderBy(asc(order_item.id))
}

/** Merges the pieces of the same item that are in two parcels. */
function merged(pieces: readonly (DuePiece & { order_id: number; shipment_id: number | null })[]): DuePiece[] {
  const all = new Map<number, DuePiece>()
  for (const { order_id: _, shipment_id: __, ...piece } of pieces) {
    const known = all.get(piece.order_item_id)
    all.set(piece.order_item_id, known ? { ...known, quantity: known.quantity + piece.quantity } : piece)
  }
  return [...all.values()]
}
