import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { shop } from './shop.ts'

export const category = pgTable('category', {
  id: integer().primaryKey(),
  shop_id: integer()
    .notNull()
    .references(() => shop.id),
  category_name: text().notNull(),
  slug: text().notNull(),
  sort_no: integer().notNull(),
})

export const product = pgTable(
  'product',
  {
    id: integer().primaryKey(),
    shop_id: integer()
      .notNull()
      .references(() => shop.id),
    category_id: integer()
      .notNull()
      .references(() => category.id),
    product_name: text().notNull(),
    product_name_kana: text().notNull(),
    slug: text().notNull(),
    /** 販売種別: 1 once, 2 subscription only, 3 both. */
    sale_type: integer().notNull(),
    visible: boolean().notNull().default(true),
    catch_copy: text().notNull(),
    description: text().notNull(),
    how_to_use: jsonb().$type<string[]>().notNull(),
    ingredients: text().notNull(),
    /** 年払い: one charge for `lump_sum_payment_num` deliveries. */
    lump_sum_payment_flag: boolean().notNull().default(false),
    lump_sum_payment_num: integer(),
    sort_no: integer().notNull(),
  },
  (t) => [uniqueIndex().on(t.shop_id, t.slug), index().on(t.shop_id, t.visible, t.sort_no)],
)

export const product_image = pgTable(
  'product_image',
  {
    product_id: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    sort_no: integer().notNull(),
    /** Below the image base, without width and format: `camellia-oil-1`. */
    path: text().notNull(),
    alt: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.product_id, t.sort_no] })],
)

/** SKU: what is in stock and in a cart. Prices in yen, tax included. */
export const product_sku = pgTable(
  'product_sku',
  {
    id: integer().primaryKey(),
    product_id: integer()
      .notNull()
      .references(() => product.id),
    product_code: text().notNull(),
    sku_parent_item_name1: text(),
    set_item_name1: text(),
    sku_parent_item_name2: text(),
    set_item_name2: text(),
    price: integer().notNull(),
    /** Price of the first delivery of a subscription; null: as `subscription_price`. */
    subscription_first_price: integer(),
    /** Price from the second delivery on; null: as `price`. */
    subscription_price: integer(),
    /** 10 or 8 (軽減税率). */
    tax_rate: integer().notNull(),
    stock: integer().notNull(),
    /** 一回のご注文の上限, 1 to 99. */
    sale_limit: integer().notNull(),
    /** Fits メール便 (special light variant): such a parcel takes no bundled items. */
    light_flag: boolean().notNull().default(false),
    visible: boolean().notNull().default(true),
    /** Raised when what is sold under this id changes; a cart that holds an older one is told. */
    revision: integer().notNull().default(1),
    sort_no: integer().notNull(),
  },
  (t) => [index().on(t.product_id), uniqueIndex().on(t.product_code)],
)
