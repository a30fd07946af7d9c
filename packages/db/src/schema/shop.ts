import { boolean, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** 店舗: one seller of an installation; every other row belongs to one. */
export const shop = pgTable('shop', {
  id: integer().primaryKey(),
  shop_name: text().notNull(),
  corporate_flag: boolean().notNull().default(false),
  ec_line_required_flag: boolean().notNull().default(false),
  line_channel_flag: boolean().notNull().default(false),
  /** Yen of goods after discounts from which delivery is free; null: never. */
  delivery_free_amount: integer(),
  customer_rank_use_flag: boolean().notNull().default(false),
  customer_rank_operation_start_date: date(),
  customer_rank_operation_end_date: date(),
  menu_mypage_top_on: boolean().notNull().default(true),
  menu_subscription_on: boolean().notNull().default(true),
  menu_purchase_on: boolean().notNull().default(true),
  menu_customer_on: boolean().notNull().default(true),
  menu_shipping_on: boolean().notNull().default(true),
  menu_payment_on: boolean().notNull().default(true),
  /** 適格請求書発行事業者登録番号: T and 13 digits. */
  registration_number: text().notNull(),
  company_name: text().notNull(),
  company_address: text().notNull(),
  phone_number: text().notNull(),
  email: text().notNull(),
  /** カードの入力を止める: after so many refused cards in so many minutes, for so many minutes. */
  card_decline_max: integer().notNull().default(5),
  card_decline_minutes: integer().notNull().default(30),
  card_lock_minutes: integer().notNull().default(30),
  /** Version of the terms that an order agrees to; kept with it as evidence. */
  terms_version: text().notNull(),
})

/** A program that may call the API for a shop; its key signs `init` and is known to every browser. */
export const client = pgTable('client', {
  id: text().primaryKey(),
  shop_id: integer()
    .notNull()
    .references(() => shop.id),
  client_key: text().notNull(),
})

/** 会員ランク */
export const customer_rank = pgTable('customer_rank', {
  id: integer().primaryKey(),
  shop_id: integer()
    .notNull()
    .references(() => shop.id),
  rank_name: text().notNull(),
  /** Percent off goods, whole numbers. */
  discount_rate: integer().notNull().default(0),
  sort_no: integer().notNull(),
})

/** HTML that the shop writes itself (footer, banner, legal pages); sanitised whenever it is served. */
export const shop_content = pgTable(
  'shop_content',
  {
    shop_id: integer()
      .notNull()
      .references(() => shop.id),
    name: text().notNull(),
    /** Layout code of section 2 (12, 8, 1, 14, 10, 6), or 0 for every layout. */
    layout_code: integer().notNull().default(0),
    title: text().notNull(),
    html: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.name, t.layout_code] })],
)

/** マスターデータ: the lists that forms choose from. */
export const master_data = pgTable(
  'master_data',
  {
    name: text().notNull(),
    sort_no: integer().notNull(),
    /** null where the choice has no number (sex: no answer). */
    id: integer(),
    label: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.sort_no] })],
)

/** What a sandbox installation remembers besides the shop: today only how far its clock is moved. */
export const sandbox_setting = pgTable('sandbox_setting', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
})
