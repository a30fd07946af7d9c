import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { adColumns, addressColumns, customer } from './customer.ts'
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
    /** Amazon Pay: what the first order left for the later ones to be charged to. */
    charge_permission_id: text(),
    delivery_fee: integer().notNull(),
    adjustment_amount: integer().notNull().default(0),
    /** Number of the delivery that `next_delivery_date` stands for; the first order is cycle 1. */
    cycle: integer().notNull(),
    /** Raised by every change; a change made against an older one is refused. */
    version: integer().notNull().default(1),
    /** Why the delivery of this cycle could not be arranged (rules/failure.ts); null: it has not failed. */
    failure: text(),
    /** Failed attempts, and the day of the first of them: the retries count from it. */
    attempts: smallint().notNull().default(0),
    failed_on: date(),
    /** Day of the next attempt; null while it failed: it rests until the member or the shop does something. */
    retry_on: date(),
    /** Card of the failed attempt: with another one the payment is tried again at once. */
    failed_card_seq: integer(),
    /** The `next_delivery_date` that the member was written about. */
    noticed_for: date(),
    /** What the member was told that the delivery of this cycle costs, in yen; it is charged that or less. */
    promised_total: integer(),
    /** お休み: the dates before the last skip, as long as it can be taken back. */
    skipped: jsonb().$type<{ next_delivery_date: string; next_next_delivery_date: string }>(),
    /** 年払い that was cancelled: the last delivery that is paid for, and comes. */
    final_cycle: integer(),
    /** As its first order has them. */
    ...adColumns,
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index().on(t.customer_id),
    index().on(t.summary_status, t.next_delivery_date),
    index('subscription_retry').on(t.retry_on).where(sql`retry_on is not null`),
    index('subscription_paid_ahead').on(t.next_delivery_date).where(sql`final_cycle is not null`),
  ],
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
    /** 今回のみ: the one delivery that it goes with; null: every delivery. */
    only_cycle: integer(),
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
