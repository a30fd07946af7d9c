import { boolean, date, index, integer, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { addressColumns, customer } from './customer.ts'
import { delivery, delivery_time } from './delivery.ts'
import { product_sku } from './product.ts'
import { shop } from './shop.ts'

/** 定期便. Dates are calendar dates in Japan. */
export const subscription = pgTable(
  'subscription',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    shop_id: integer()
      .notNull()
      .references(() => shop.id),
    customer_id: integer()
      .notNull()
      .references(() => customer.id),
    /** 1 normal, 2 settlement error, 3 out of stock, 4 other error, 5 pause, 6 cancel; 0 while the first order is unpaid. */
    summary_status: smallint().notNull(),
    delivery_id: integer()
      .notNull()
      .references(() => delivery.id),
    delivery_time_id: integer().references(() => delivery_time.id),
    ...addressColumns,
    delivery_notes: text().notNull().default(''),
    /** お届け周期: 1 monthly date, 2 week and day of week, 3 day interval, with its parameters. */
    subscription_division_id: smallint().notNull(),
    param1: smallint().notNull(),
    param2: smallint(),
    param3: smallint(),
    next_delivery_date: date().notNull(),
    next_next_delivery_date: date().notNull(),
    /** 1 card, 2 Amazon Pay, 3 deferred, 4 NP, null cash on delivery. */
    payment_method_id: smallint(),
    card_seq: integer(),
    delivery_fee: integer().notNull(),
    adjustment_amount: integer().notNull().default(0),
    /** Number of the delivery that `next_delivery_date` stands for; the first order is cycle 1. */
    cycle: integer().notNull(),
    /** Raised by every change; a change made against an older one is refused. */
    version: integer().notNull().default(1),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index().on(t.customer_id), index().on(t.summary_status, t.next_delivery_date)],
)

export const subscription_order_item = pgTable(
  'subscription_order_item',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    subscription_id: integer()
      .notNull()
      .references(() => subscription.id),
    product_sku_id: integer()
      .notNull()
      .references(() => product_sku.id),
    quantity: integer().notNull(),
    lump_sum_payment_flag: boolean().notNull().default(false),
    lump_sum_payment_num: integer(),
  },
  (t) => [index().on(t.subscription_id)],
)

/** What happened to a subscription and who did it. */
export const subscription_event = pgTable(
  'subscription_event',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    subscription_id: integer()
      .notNull()
      .references(() => subscription.id),
    event: text().notNull(),
    /** `customer`, `shop` or `system`. */
    actor: text().notNull(),
    detail: jsonb().notNull().default({}),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index().on(t.subscription_id)],
)
