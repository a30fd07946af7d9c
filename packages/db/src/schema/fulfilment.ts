import type { Carrier } from '@kushi/values/carrier'
import type { ShipmentStatus, ShippingBatchStatus, Temperature } from '@kushi/values/shipment'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { actorCheck, actorColumns, generatedId, id, inShop } from './columns.ts'
import { delivery } from './delivery.ts'
import { operator } from './operator.ts'
import { order_item, orders } from './order.ts'
import { shop } from './shop.ts'

const moment = () => timestamp({ withTimezone: true })

/** 配送会社 as a shop uses it. A carrier without a row has the default term. */
export const shop_carrier = pgTable(
  'shop_carrier',
  {
    shop_id: id()
      .notNull()
      .references(() => shop.id),
    carrier: text().$type<Carrier>().notNull(),
    /** Days after the handover from which a parcel counts as received, if neither the carrier nor an operator said so before. */
    received_after_days: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.carrier] }),
    check('shop_carrier_carrier', sql`carrier IN ('yamato', 'sagawa', 'japan_post')`),
    check('shop_carrier_days', sql`received_after_days BETWEEN 1 AND 60`),
  ],
)

/** 出荷バッチ: the parcels of one run of packing. What is in it stays as it was when it was made. */
export const shipping_batch = pgTable(
  'shipping_batch',
  {
    shop_id: id()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    batch_no: text().notNull(),
    /** Who packs it; null: made on the command line. */
    operator_id: integer().references(() => operator.id),
    status: text().$type<ShippingBatchStatus>().notNull(),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    uniqueIndex().on(t.shop_id, t.batch_no),
    check('shipping_batch_status', sql`status IN ('created', 'printed', 'labelled', 'imported', 'completed')`),
  ],
)

/** 出荷: one parcel of an order. */
export const shipment = pgTable(
  'shipment',
  {
    shop_id: id().notNull(),
    id: generatedId(),
    order_id: id().notNull(),
    /** 出荷番号, お客様管理番号 at the carrier: at most 12 of [0-9A-Z]. */
    shipment_no: text().notNull(),
    delivery_id: id().notNull(),
    temperature: text().$type<Temperature>().notNull().default('normal'),
    status: text().$type<ShipmentStatus>().notNull(),
    shipping_batch_id: id(),
    /** 配送会社 and 送り状番号, once it is handed over. */
    carrier: text().$type<Carrier>(),
    tracking_no: text(),
    created_at: moment().notNull(),
    packed_at: moment(),
    shipped_at: moment(),
    received_at: moment(),
    returned_at: moment(),
    cancelled_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    inShop(t, t.order_id, orders).onDelete('cascade'),
    inShop(t, t.delivery_id, delivery),
    inShop(t, t.shipping_batch_id, shipping_batch),
    uniqueIndex().on(t.shop_id, t.shipment_no),
    index().on(t.order_id),
    index('shipment_tracking_prefix').on(t.shop_id, t.tracking_no.op('text_pattern_ops')),
    index().on(t.shipping_batch_id),
    // What is received by its term.
    index().on(t.shipped_at).where(sql`status = 'shipped'`),
    check('shipment_no', sql`shipment_no ~ '^[0-9A-Z]{1,12}$'`),
    check('shipment_temperature', sql`temperature IN ('normal', 'frozen', 'chilled')`),
    check('shipment_status', sql`status IN ('ready', 'packed', 'shipped', 'received', 'returned', 'cancelled')`),
    check('shipment_carrier', sql`carrier IN ('yamato', 'sagawa', 'japan_post')`),
    check('shipment_packed', sql`status <> 'packed' OR shipping_batch_id IS NOT NULL`),
    check(
      'shipment_handover',
      sql`status NOT IN ('shipped', 'received', 'returned') OR (carrier IS NOT NULL AND tracking_no IS NOT NULL AND shipped_at IS NOT NULL)`,
    ),
  ],
)

/** Every status that a parcel has been in, written with it. */
export const shipment_event = pgTable(
  'shipment_event',
  {
    shop_id: id().notNull(),
    id: generatedId(),
    shipment_id: id().notNull(),
    status: text().$type<ShipmentStatus>().notNull(),
    ...actorColumns,
    created_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    inShop(t, t.shipment_id, shipment).onDelete('cascade'),
    index().on(t.shop_id, t.shipment_id),
    actorCheck(t),
  ],
)

/** 出荷明細: how many pieces of an ordered item are in a parcel. */
export const shipment_item = pgTable(
  'shipment_item',
  {
    shop_id: id().notNull(),
    shipment_id: id().notNull(),
    order_item_id: id().notNull(),
    quantity: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.shipment_id, t.order_item_id] }),
    inShop(t, t.shipment_id, shipment).onDelete('cascade'),
    inShop(t, t.order_item_id, order_item).onDelete('cascade'),
    index().on(t.order_item_id),
    check('shipment_item_quantity', sql`quantity > 0`),
  ],
)
