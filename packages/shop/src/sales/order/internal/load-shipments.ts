import type { OrderDetail } from '@kushi/contract/admin/order'
import type { Shipment } from '@kushi/contract/order'
import type { Queryable } from '@kushi/db/connect'
import { shipment, shipment_item } from '@kushi/db/schema/fulfilment'
import { order_item } from '@kushi/db/schema/order'
import { refersToCondition } from '@kushi/db/shop-scope'
import { trackingUrl } from '@kushi/values/carrier'
import type { ShipmentStatus } from '@kushi/values/shipment'
import { timestampToJapanDate } from '@kushi/values/timestamp'
import { and, asc, eq, inArray, ne } from 'drizzle-orm'

/**
 * お荷物 of orders as the contract shows them, without cancelled ones, by order: two queries, however many orders there
 * are.
 */
export async function loadShipments(
  db: Queryable,
  shop_id: number,
  orderIds: readonly number[],
): Promise<Map<number, OrderDetail['shipments']>> {
  if (orderIds.length === 0) return new Map()
  const parcels = await db
    .select()
    .from(shipment)
    .where(
      and(eq(shipment.shop_id, shop_id), inArray(shipment.order_id, [...orderIds]), ne(shipment.status, 'cancelled')),
    )
    .orderBy(asc(shipment.id))
  if (parcels.length === 0) return new Map()
  const ids = parcels.map(({ id }) => id)
  const pieces = await db
    .select({
      shipment_id: shipment_item.shipment_id,
      product_sku_id: order_item.product_sku_id,
      product_code: order_item.product_code,
      product_name: order_item.product_name,
      set_item_name1: order_item.set_item_name1,
      set_item_name2: order_item.set_item_name2,
      quantity: shipment_item.quantity,
    })
    .from(shipment_item)
    .innerJoin(order_item, refersToCondition(shipment_item.order_item_id, order_item))
    .where(and(eq(shipment_item.shop_id, shop_id), inArray(shipment_item.shipment_id, ids)))
    .orderBy(asc(order_item.id))
  const view = (row: (typeof parcels)[number]): OrderDetail['shipments'][number] => ({
    ...row,
    tracking_url: trackingUrl(row.carrier, row.tracking_no),
    shipped_on: dayOf(row.shipped_at),
    received_on: dayOf(row.received_at),
    items: pieces.filter(({ shipment_id }) => shipment_id === row.id),
  })
  return new Map(orderIds.map((id) => [id, parcels.filter(({ order_id }) => order_id === id).map(view)]))
}

const dayOf = (at: Date | null) => at && timestampToJapanDate(at.getTime())

const waiting: readonly ShipmentStatus[] = ['ready', 'packed']

/** The message for a partly shipped order; null: none. */
export function partlyShippedText(shipments: readonly Pick<Shipment, 'status'>[]): string | null {
  const rest = shipments.filter(({ status }) => waiting.includes(status)).length
  if (rest === 0 || rest === shipments.length) return null
  return '一部の商品を発送しました。残りの商品は、準備ができしだい別のお荷物でお送りします。'
}
