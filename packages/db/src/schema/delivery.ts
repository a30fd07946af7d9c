import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { shop } from './shop.ts'

/** 配送方法 */
export const delivery = pgTable('delivery', {
  id: integer().primaryKey(),
  shop_id: integer()
    .notNull()
    .references(() => shop.id),
  delivery_name: text().notNull(),
  /** Yen, tax included. */
  flat_rate_delivery_fee: integer().notNull(),
  visible: boolean().notNull().default(true),
  /** メール便: letterbox delivery, only for light goods; no date, no time zone, no cash on delivery. */
  mail_delivery_flag: boolean().notNull().default(false),
  sort_no: integer().notNull(),
})

/** お届け時間帯 */
export const delivery_time = pgTable('delivery_time', {
  id: integer().primaryKey(),
  delivery_id: integer()
    .notNull()
    .references(() => delivery.id),
  delivery_time: text().notNull(),
  sort_no: integer().notNull(),
})

/** Days added to the shortest lead of 5 for a prefecture (Hokkaido, Okinawa …). */
export const delivery_lead = pgTable(
  'delivery_lead',
  {
    delivery_id: integer()
      .notNull()
      .references(() => delivery.id),
    pref_id: integer().notNull(),
    extra_days: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.delivery_id, t.pref_id] })],
)

/** 支払方法 of a shop. `payment_method_id`: 1 card, 2 Amazon Pay, 3 deferred, 4 NP, null cash on delivery. */
export const shop_payment = pgTable('shop_payment', {
  id: integer().primaryKey(),
  shop_id: integer()
    .notNull()
    .references(() => shop.id),
  payment_method_id: integer(),
  payment_name: text().notNull(),
  description: text().notNull(),
  /** Who examines the customer and sends the bill (後払い), by the name that stands on it; null: the shop bills by itself. */
  provider_name: text(),
  visible: boolean().notNull().default(true),
  /** Highest total in yen that may be paid this way. */
  max_amount: integer().notNull(),
  /** 後払い: most in yen that one member may owe at once, all orders together; null: no matter. */
  cumulative_limit: integer(),
  sort_no: integer().notNull(),
})

/** 手数料表: the fee for totals from `from_amount` yen on. */
export const shop_payment_fee = pgTable(
  'shop_payment_fee',
  {
    shop_payment_id: integer()
      .notNull()
      .references(() => shop_payment.id),
    from_amount: integer().notNull(),
    fee: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_payment_id, t.from_amount] })],
)
