import type { Carrier } from '@kushi/values/carrier'
import type { OrderStatus } from '@kushi/values/order-status'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { adColumns, addressColumns, customer } from './customer.ts'
import { delivery, delivery_time } from './delivery.ts'
import { product_sku } from './product.ts'
import { shop } from './shop.ts'
import { subscription } from './subscription.ts'

/** 税率ごとの合計: `total` and the `tax` inside it, yen. */
export type TaxLine = { tax_rate: number; total: number; tax: number }

/** 受注. Money in yen; `payment_total` = goods − discount + delivery + payment fee + adjustment. */
export const orders = pgTable(
  'orders',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    shop_id: integer()
      .notNull()
      .references(() => shop.id),
    customer_id: integer()
      .notNull()
      .references(() => customer.id),
    /** ご注文番号, also OrderID at GMO: at most 27 of [A-Za-z0-9-], never used again. */
    order_no: text().notNull(),
    status: text().$type<OrderStatus>().notNull(),
    /** Client-made: the same key answers the same order. */
    idempotency_key: text().notNull(),
    subscription_id: integer().references(() => subscription.id),
    /** Number of the delivery of its subscription; one order a cycle. */
    cycle: integer(),
    ...addressColumns,
    delivery_notes: text().notNull().default(''),
    delivery_id: integer()
      .notNull()
      .references(() => delivery.id),
    delivery_time_id: integer().references(() => delivery_time.id),
    /** null: as soon as possible. */
    delivery_date: date(),
    payment_method_id: smallint(),
    /** Goods at list or subscription price. */
    subtotal: integer().notNull(),
    discount_amount: integer().notNull(),
    delivery_fee: integer().notNull(),
    payment_fee: integer().notNull(),
    adjustment_amount: integer().notNull(),
    payment_total: integer().notNull(),
    tax_total: integer().notNull(),
    tax_lines: jsonb().$type<TaxLine[]>().notNull(),
    /** 同梱: false for letterbox parcels and remote islands. */
    bundled_flag: boolean().notNull(),
    /** 配送会社 and お問い合わせ番号, once the parcel is handed over. */
    delivery_company: text().$type<Carrier>(),
    tracking_no: text(),
    ...adColumns,
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex().on(t.order_no),
    uniqueIndex().on(t.customer_id, t.idempotency_key),
    uniqueIndex().on(t.subscription_id, t.cycle),
    index().on(t.customer_id, t.id),
    index().on(t.status, t.updated_at),
  ],
)

/** 受注明細: a copy of what was sold, so that a later change of the catalogue changes no receipt. */
export const order_item = pgTable(
  'order_item',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    order_id: integer()
      .notNull()
      .references(() => orders.id),
    product_id: integer().notNull(),
    product_sku_id: integer()
      .notNull()
      .references(() => product_sku.id),
    product_code: text().notNull(),
    product_name: text().notNull(),
    sku_parent_item_name1: text(),
    set_item_name1: text(),
    sku_parent_item_name2: text(),
    set_item_name2: text(),
    product_image: text().notNull(),
    quantity: integer().notNull(),
    /** One piece, tax included. */
    price: integer().notNull(),
    subtotal: integer().notNull(),
    discount_amount: integer().notNull(),
    tax_rate: integer().notNull(),
    lump_sum_payment_flag: boolean().notNull().default(false),
    lump_sum_payment_num: integer(),
  },
  (t) => [index().on(t.order_id), index().on(t.product_sku_id)],
)

/** What the final confirmation screen showed (特定商取引法 12条の6), kept with the order. */
export const order_evidence = pgTable('order_evidence', {
  order_id: integer()
    .primaryKey()
    .references(() => orders.id),
  /** Digest of what was asked for; the same idempotency key with another one is refused. */
  request_digest: text().notNull(),
  terms_version: text().notNull(),
  shown_at: timestamp({ withTimezone: true }).notNull(),
  /** The quote, dates and texts as shown. */
  shown: jsonb().notNull(),
  user_agent: text().notNull(),
})

/** Every status that an order has been in, written by a trigger so that no way of changing one forgets it. */
export const order_status_event = pgTable(
  'order_status_event',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    order_id: integer()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    status: text().$type<OrderStatus>().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index().on(t.order_id)],
)

/** 領収書・納品書 that were handed out, with what the member had written on them. Later ones are marked 再発行. */
export const order_document = pgTable(
  'order_document',
  {
    order_id: integer()
      .notNull()
      .references(() => orders.id),
    /** `receipt` or `delivery-slip`. */
    document_type: text().notNull(),
    /** 1 the first; from 2 on a reissue. */
    issue_no: integer().notNull(),
    /** 宛名 */
    addressee: text().notNull(),
    /** 但し書き */
    proviso: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.order_id, t.document_type, t.issue_no] })],
)
