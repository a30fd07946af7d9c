import type { Queryable } from '@kushi/db/connect'
import { customer } from '@kushi/db/schema/customer'
import {
  shipment,
  shipment_item,
  shipping_batch,
  shipping_decision,
  shipping_import,
  shipping_import_row,
} from '@kushi/db/schema/fulfilment'
import { operator } from '@kushi/db/schema/operator'
import { order_credit, order_item, orders } from '@kushi/db/schema/order'
import { payment } from '@kushi/db/schema/payment'
import { product_sku } from '@kushi/db/schema/product'
import { refersToCondition } from '@kushi/db/shop-scope'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { notFound } from '../../../shop-error.ts'
import type { OrderRow } from '../../order/index.ts'
import { isGiftToAnother } from '../rules/choose-inserts.ts'
import type { ShippingBatchRow } from '../start-batch.ts'
import type { DuePiece, ShippingOverrideRow } from './due-orders.ts'
import type { ShipmentRow } from './shipments.ts'

/** The buyer's columns that a slip needs. */
const buyer = {
  name01: customer.name01,
  name02: customer.name02,
  account_type: customer.account_type,
  company_name: customer.company_name,
}

export interface PackedParcel {
  parcel: ShipmentRow
  order: OrderRow
  /** The buyer. */
  member: Pick<typeof customer.$inferSelect, keyof typeof buyer>
  /** The recipient is not the buyer (ギフト). */
  is_gift: boolean
  decision: ShippingOverrideRow | null
  /**
   * The amount that the parcel collects by 代金引換, and the tax in it (yen). Less than was ordered if goods are missing.
   */
  cash: { amount: number; tax: number } | null
  pieces: DuePiece[]
  /** The parcel has a tracking number, and counts as shipped from `due_at` on. */
  waits: { tracking_no: string; due_at: Date } | null
}

export interface LoadedShippingBatch {
  batch: ShippingBatchRow
  owner: string
  /** In the order of the shelves, without cancelled parcels. */
  parcels: PackedParcel[]
}

const command = 'コマンド'

/** @throws ShopError 404 */
export async function loadShippingBatch(
  db: Queryable,
  shop_id: number,
  batch_no: string,
): Promise<LoadedShippingBatch> {
  const [found] = await db
    .select({ batch: shipping_batch, owner: operator.name })
    .from(shipping_batch)
    .leftJoin(operator, eq(operator.id, shipping_batch.operator_id))
    .where(and(eq(shipping_batch.shop_id, shop_id), eq(shipping_batch.batch_no, batch_no)))
  if (!found) throw notFound()
  return {
    batch: found.batch,
    owner: found.owner ?? command,
    parcels: await loadPackedParcels(db, shop_id, eq(shipment.shipping_batch_id, found.batch.id)),
  }
}

const toCollect = sql<{ amount: number; tax: number } | null>`(select json_build_object('amount', ${payment.amount},
    'tax', ${orders.tax_total} - coalesce((select sum((l ->> 'tax')::int)
      from ${order_credit}, jsonb_array_elements(${order_credit.tax_lines}) l
      where ${order_credit.shop_id} = ${orders.shop_id} and ${order_credit.order_id} = ${orders.id}), 0))
  from ${payment} where ${payment.shop_id} = ${orders.shop_id} and ${payment.order_id} = ${orders.id}
  order by ${payment.id} desc limit 1)`

/** Parcels with their contents: three queries. */
export async function loadPackedParcels(
  db: Queryable,
  shop_id: number,
  where: ReturnType<typeof eq>,
): Promise<PackedParcel[]> {
  const rows = await db
    .select({ parcel: shipment, order: orders, member: buyer, decision: shipping_decision, cash: toCollect })
    .from(shipment)
    .innerJoin(orders, refersToCondition(shipment.order_id, orders))
    .innerJoin(customer, refersToCondition(orders.customer_id, customer))
    .leftJoin(
      shipping_decision,
      and(eq(shipping_decision.shop_id, shipment.shop_id), eq(shipping_decision.order_id, shipment.order_id)),
    )
    .where(and(eq(shipment.shop_id, shop_id), where, ne(shipment.status, 'cancelled')))
    .orderBy(asc(shipment.pick_no), asc(shipment.id))
  if (rows.length === 0) return []
  const ids = rows.map(({ parcel }) => parcel.id)
  const pieces = await db
    .select({
      shipment_id: shipment_item.shipment_id,
      order_item_id: order_item.id,
      product_sku_id: order_item.product_sku_id,
      product_code: order_item.product_code,
      product_name: order_item.product_name,
      set_item_name1: order_item.set_item_name1,
      set_item_name2: order_item.set_item_name2,
      shelf: product_sku.shelf,
      barcode: product_sku.barcode,
      temperature: product_sku.temperature,
      quantity: shipment_item.quantity,
    })
    .from(shipment_item)
    .innerJoin(order_item, refersToCondition(shipment_item.order_item_id, order_item))
    .innerJoin(product_sku, refersToCondition(order_item.product_sku_id, product_sku))
    .where(and(eq(shipment_item.shop_id, shop_id), inArray(shipment_item.shipment_id, ids)))
    .orderBy(asc(order_item.id))
  const waiting = await loadWaitingTrackingNumbers(
    db,
    shop_id,
    rows.map(({ parcel }) => parcel.shipment_no),
  )
  return rows.map((row) => ({
    ...row,
    is_gift: isGiftToAnother(row.order, row.member),
    pieces: pieces.filter(({ shipment_id }) => shipment_id === row.parcel.id),
    waits: waiting.get(row.parcel.shipment_no) ?? null,
  }))
}

/** Confirmed numbers that wait for the truck, by parcel. */
export async function loadWaitingTrackingNumbers(db: Queryable, shop_id: number, shipment_nos: string[]) {
  if (shipment_nos.length === 0) return new Map<string, { tracking_no: string; due_at: Date }>()
  const rows = await db
    .select({
      shipment_no: shipping_import_row.shipment_no,
      tracking_no: shipping_import_row.tracking_no,
      due_at: shipping_import.due_at,
    })
    .from(shipping_import_row)
    .innerJoin(shipping_import, refersToCondition(shipping_import_row.shipping_import_id, shipping_import))
    .where(
      and(
        eq(shipping_import_row.shop_id, shop_id),
        eq(shipping_import_row.state, 'waiting'),
        inArray(shipping_import_row.shipment_no, shipment_nos),
      ),
    )
  return new Map(rows.map(({ shipment_no, tracking_no, due_at }) => [shipment_no, { tracking_no, due_at: due_at! }]))
}
