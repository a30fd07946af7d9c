import type { Carrier } from '@kushi/values/carrier'
import { CARRIER_NAME, CARRIER_PROGRAM_NAME } from '@kushi/values/carrier'
import type { DeliverySlot } from '@kushi/values/delivery-slot'
import {
  type HoldReason,
  SHIPMENT_STATUS_DESK_NAME,
  SHIPPING_BATCH_STATUS_NAME,
  TEMPERATURE_NAME,
  TRACKING_IMPORT_ROW_STATES,
} from '@kushi/values/shipment'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  actorCheck,
  actorColumns,
  closedListCheck,
  closedListColumn,
  generatedId,
  idColumn,
  shopForeignKey,
} from './columns.ts'
import type { addressColumns } from './customer.ts'
import { delivery } from './delivery.ts'
import { shopTable } from './facts.ts'
import { operator } from './operator.ts'
import { order_item, orders } from './order.ts'
import { shop } from './shop.ts'

const moment = () => timestamp({ withTimezone: true })
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** 配送会社 and 送り状番号 of a parcel that was handed over. */
export interface Handover {
  carrier: Carrier
  tracking_no: string
}

/** A label as corrected by an operator. */
export interface LabelDecision {
  name: string
  postal_code: string
  address: string[]
  phone_number: string
  delivery_date: string | null
  slot: DeliverySlot | null
  note: string
}

/** A hold of an order (出荷を止めている): the reason, and where its parcels were, so that they can be put back. */
export interface HoldDecision {
  reason: HoldReason
  note: string
  /** 欠品: the SKUs that were not on the shelf, and the pieces taken off the stock for them. */
  shortage: { product_sku_id: number; name: string; quantity: number; corrected: number }[]
  held_at: string
  parcels: {
    id: number
    shipping_batch_id: number
    pick_no: number | null
    shipping_file_id: number | null
    collects_cash: boolean | null
    rides_with_id: number | null
  }[]
}

/** A customer's request to change the address (宛先の変更のご希望) of an order that is being packed. */
export interface AddressChangeRequest {
  shipping_address: { [name in Exclude<keyof typeof addressColumns, 'pref_id'>]: string } & { pref_id: number }
  reason: string
  notify: boolean
  asked_at: string
  operator_name: string
}

/** 配送会社 as a shop uses it. A carrier without a row has the default term. */
export const shop_carrier = shopTable(
  'shop_carrier',
  {
    owner: 'fulfilment',
    writers: { configuration: 'the screen of the carriers, each with its term' },
    kept: 'settings',
  },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    carrier: closedListColumn(CARRIER_NAME).notNull(),
    /**
     * Days after the handover when a parcel counts as received, unless the carrier or an operator reported it earlier.
     */
    received_after_days: integer().notNull(),
    /** ご請求先顧客コード, お客様コード: the shop's customer code at the carrier. */
    customer_code: text().notNull().default(''),
    /** ご請求先分類コード of ヤマト; empty if it assigned none. */
    classification_code: text().notNull().default(''),
    /** 運賃管理番号 of ヤマト. */
    freight_no: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.carrier] }),
    closedListCheck('shop_carrier_carrier', t.carrier),
    check('shop_carrier_days', sql`received_after_days BETWEEN 1 AND 60`),
  ],
)

/** ご依頼主 on labels, and the pickup time. A shop without a row cannot create label files. */
export const shipping_setting = shopTable(
  'shipping_setting',
  { owner: 'configuration', kept: 'settings', person: { nobody: 'the shop' } },
  {
    shop_id: idColumn()
      .primaryKey()
      .references(() => shop.id),
    sender_name: text().notNull(),
    postal_code: text().notNull(),
    /** From the prefecture to the house number. */
    address1: text().notNull(),
    address2: text().notNull(),
    phone_number: text().notNull(),
    /** 品名 on every label. */
    item_name: text().notNull(),
    /** 集荷の時刻, `15:00`: confirmed parcels count as sent from then on; null: at once. */
    pickup_time: text(),
  },
  () => [
    check('shipping_setting_postal_code', sql`postal_code ~ '^[0-9]{7}$'`),
    check('shipping_setting_pickup_time', sql`pickup_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
  ],
)

/** The desk's decisions about an order; the customer's own text stays in the order. */
export const shipping_decision = shopTable(
  'shipping_decision',
  {
    owner: 'fulfilment',
    kept: 'books',
    person: {
      by: 'order_id',
      shown: 'お荷物についてのご希望',
      hides: ['label', 'town_doubt', 'note_read_at', 'held', 'notify'],
      erased: { rows: '削除' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    order_id: idColumn().notNull(),
    /** The label as corrected by an operator; null: as the customer wrote it. */
    label: jsonb().$type<LabelDecision>(),
    /** The town of the postcode, if the address has another one; null: not compared, or equal. */
    town_doubt: text(),
    /** 備考を読んだ */
    note_read_at: moment(),
    /** Whether several orders to one address go in one parcel, or each in its own. */
    parcel: text({ enum: ['together', 'apart'] }),
    /** 出荷を止めている; null: not held. */
    held: jsonb().$type<HoldDecision>(),
    /** A change of address requested while the order was being packed: the desk decides. */
    address_wish: jsonb().$type<AddressChangeRequest>(),
    /** When the member requested a cancel while the order was being packed: an operator decides. */
    cancel_asked_at: moment(),
    /** Requested with the cancel: the subscription that began with this order continues. */
    keep_subscription: boolean().notNull().default(false),
    /** Requested with the cancel: the customer is notified. */
    notify: boolean().notNull().default(false),
    updated_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.order_id] }),
    shopForeignKey(t, t.order_id, orders).onDelete('cascade'),
    index('shipping_decision_held').on(t.shop_id, t.order_id).where(sql`held IS NOT NULL`),
    closedListCheck('shipping_decision_parcel', t.parcel),
  ],
)

/** 出荷リスト: the parcels of one packing run. Its content does not change after creation. */
export const shipping_batch = shopTable(
  'shipping_batch',
  { owner: 'fulfilment', kept: 'books' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    batch_no: text().notNull(),
    /** The operator who packs it; null: created on the command line. */
    operator_id: integer().references(() => operator.id),
    status: closedListColumn(SHIPPING_BATCH_STATUS_NAME).notNull(),
    /** From the second print on, the documents say 再発行. */
    prints: integer().notNull().default(0),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    uniqueIndex().on(t.shop_id, t.batch_no),
    index().on(t.shop_id, t.created_at, t.id),
    index('shipping_batch_open').on(t.shop_id, t.id).where(sql`status <> 'completed'`),
    closedListCheck('shipping_batch_status', t.status),
  ],
)

/** 送り状ファイル for a carrier's program: the bytes as downloaded, for a second download. */
export const shipping_file = shopTable(
  'shipping_file',
  {
    // It has addresses, and labels of that age were printed long ago.
    owner: 'fulfilment',
    kept: [{ after: { days: 60 }, since: 'created_at', sets: { content: null } }],
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    shipping_batch_id: idColumn().notNull(),
    program: closedListColumn(CARRIER_PROGRAM_NAME).notNull(),
    temperature: closedListColumn(TEMPERATURE_NAME).notNull(),
    file_name: text().notNull(),
    /** null: deleted, because it is full of addresses. */
    content: bytea(),
    parcels: integer().notNull(),
    ...actorColumns,
    created_at: moment().notNull(),
    /** When it was cancelled: its parcels may go into another file. */
    cancelled_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.shipping_batch_id, shipping_batch),
    index('shipping_file_kept').on(t.created_at).where(sql`content IS NOT NULL`),
    closedListCheck('shipping_file_program', t.program),
    closedListCheck('shipping_file_temperature', t.temperature),
    actorCheck(t),
  ],
)

/** 取込: a file returned by a carrier's program. The same bytes give the same row. */
export const shipping_import = shopTable(
  'shipping_import',
  {
    owner: 'fulfilment',
    kept: [
      {
        after: { days: 7 },
        since: 'created_at',
        only: { words: 'that nobody confirmed', where: sql`shipping_import.confirmed_at IS NULL` },
      },
    ],
  },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    /** SHA-256 of the file. */
    digest: bytea().notNull(),
    file_name: text().notNull(),
    program: closedListColumn(CARRIER_PROGRAM_NAME).notNull(),
    ...actorColumns,
    created_at: moment().notNull(),
    /** null: only previewed, nothing was changed. */
    confirmed_at: moment(),
    /** The time from which its parcels count as shipped. */
    due_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    uniqueIndex().on(t.shop_id, t.digest),
    index().on(t.shop_id, t.created_at, t.id),
    closedListCheck('shipping_import_program', t.program),
    check('shipping_import_due', sql`(confirmed_at IS NULL) = (due_at IS NULL)`),
    actorCheck(t),
  ],
)

/** 出荷: one parcel of an order. */
export const shipment = shopTable(
  'shipment',
  {
    owner: 'fulfilment',
    kept: 'books',
    person: {
      by: 'order_id',
      shown: 'お荷物',
      hides: ['pick_no', 'shipping_batch_id', 'shipping_file_id', 'rides_with_id'],
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    order_id: idColumn().notNull(),
    /** 出荷番号, お客様管理番号 at the carrier: at most 12 of [0-9A-Z]. */
    shipment_no: text().notNull(),
    delivery_id: idColumn().notNull(),
    temperature: closedListColumn(TEMPERATURE_NAME).notNull().default('normal'),
    status: closedListColumn(SHIPMENT_STATUS_DESK_NAME).notNull(),
    shipping_batch_id: idColumn(),
    /** Position in its batch, from 1, in shelf order. */
    pick_no: integer(),
    /** 送り状ファイル that contains it; at most one. */
    shipping_file_id: idColumn(),
    /** 代金引換: whether its label in that file states the amount; null: another payment method, or not in a file. */
    collects_cash: boolean(),
    /** The parcel whose box and label it shares. */
    rides_with_id: idColumn(),
    /** 配送会社 and 送り状番号, once it is handed over. */
    carrier: closedListColumn(CARRIER_NAME),
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
    shopForeignKey(t, t.order_id, orders).onDelete('cascade'),
    shopForeignKey(t, t.delivery_id, delivery),
    shopForeignKey(t, t.shipping_batch_id, shipping_batch),
    shopForeignKey(t, t.shipping_file_id, shipping_file),
    shopForeignKey(t, t.rides_with_id, t),
    uniqueIndex().on(t.shop_id, t.shipment_no),
    index().on(t.shop_id, t.shipped_at, t.id),
    index('shipment_rides_with').on(t.shop_id, t.rides_with_id).where(sql`rides_with_id IS NOT NULL`),
    index('shipment_tracking_no').on(t.shop_id, t.tracking_no).where(sql`tracking_no IS NOT NULL`),
    index().on(t.order_id),
    index('shipment_tracking_prefix').on(t.shop_id, t.tracking_no.op('text_pattern_ops')),
    index().on(t.shipping_batch_id),
    // Parcels still to be sent, by batch and in all.
    index('shipment_packed').on(t.shop_id, t.shipping_batch_id).where(sql`status = 'packed'`),
    // Parcels that count as received after the term.
    index().on(t.shipped_at).where(sql`status = 'shipped'`),
    check('shipment_no', sql`shipment_no ~ '^[0-9A-Z]{1,12}$'`),
    closedListCheck('shipment_temperature', t.temperature),
    closedListCheck('shipment_status', t.status),
    closedListCheck('shipment_carrier', t.carrier),
    check('shipment_packed', sql`status <> 'packed' OR shipping_batch_id IS NOT NULL`),
    check(
      'shipment_taken_out',
      sql`shipping_batch_id IS NOT NULL OR (pick_no IS NULL AND shipping_file_id IS NULL AND rides_with_id IS NULL)`,
    ),
    check(
      'shipment_handover',
      sql`status NOT IN ('shipped', 'received', 'returned') OR (carrier IS NOT NULL AND tracking_no IS NOT NULL AND shipped_at IS NOT NULL)`,
    ),
  ],
)

/** Every status of a parcel, and every correction of its number, written together with the change. */
export const shipment_event = shopTable(
  'shipment_event',
  {
    owner: 'fulfilment',
    kept: 'books',
    person: { by: 'shipment_id', shown: 'お荷物の経過', erased: { stays: 'names nobody' } },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    shipment_id: idColumn().notNull(),
    status: closedListColumn(SHIPMENT_STATUS_DESK_NAME).notNull(),
    /** A correction: the wrong number that was replaced, at the same status. null: a step to this status. */
    replaced: jsonb().$type<Handover>(),
    ...actorColumns,
    created_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.shipment_id, shipment).onDelete('cascade'),
    index().on(t.shop_id, t.shipment_id),
    actorCheck(t),
  ],
)

/** 出荷明細: the quantity of an ordered item in a parcel. */
export const shipment_item = shopTable(
  'shipment_item',
  {
    owner: 'fulfilment',
    kept: 'books',
    person: {
      by: 'shipment_id',
      shown: 'お荷物の商品',
      erased: { stays: 'amounts, dates and goods belong to the books' },
    },
  },
  {
    shop_id: idColumn().notNull(),
    shipment_id: idColumn().notNull(),
    order_item_id: idColumn().notNull(),
    quantity: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.shipment_id, t.order_item_id] }),
    shopForeignKey(t, t.shipment_id, shipment).onDelete('cascade'),
    shopForeignKey(t, t.order_item_id, order_item).onDelete('cascade'),
    index().on(t.order_item_id),
    check('shipment_item_quantity', sql`quantity > 0`),
  ],
)

/** A row of a file returned by a carrier's program. */
export const shipping_import_row = shopTable(
  'shipping_import_row',
  { owner: 'fulfilment', kept: 'parent' },
  {
    shop_id: idColumn().notNull(),
    shipping_import_id: idColumn().notNull(),
    row_no: integer().notNull(),
    /** The parcel's number as the file has it. */
    shipment_no: text().notNull(),
    tracking_no: text().notNull(),
    /** null until confirmed, and always null where there is nothing to do. */
    state: text({ enum: TRACKING_IMPORT_ROW_STATES }),
    /** The reason of the failure, ready for display. */
    message: text().notNull().default(''),
    settled_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.shipping_import_id, t.row_no] }),
    shopForeignKey(t, t.shipping_import_id, shipping_import).onDelete('cascade'),
    index('shipping_import_row_waiting').on(t.shop_id, t.shipping_import_id).where(sql`state = 'waiting'`),
    index('shipping_import_row_failed').on(t.shop_id, t.shipping_import_id).where(sql`state = 'failed'`),
    closedListCheck('shipping_import_row_state', t.state),
  ],
)

/** 同梱物: an insert that is put into a parcel besides its goods, and its conditions. */
export const shipping_insert = shopTable(
  'shipping_insert',
  { owner: 'configuration', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    insert_name: text().notNull(),
    shelf: text().notNull(),
    /** Only into the nth delivery of a subscription or the nth order of a member; null: into every one. */
    delivery_no: integer(),
    /** Only for orders that came through this advert; empty: for all. */
    adcd: text().notNull(),
    /** Only into parcels to a recipient other than the buyer (ギフト). */
    is_gift: boolean().notNull().default(false),
    sort_no: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    check('shipping_insert_delivery_no', sql`delivery_no BETWEEN 1 AND 99`),
  ],
)
