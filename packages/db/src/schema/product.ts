import type { UsageQuestion } from '@kushi/values/lasting'
import { STOCK_EVENT_NAME } from '@kushi/values/product'
import { LABEL_KIND_NAME } from '@kushi/values/product-label'
import type { SetPart } from '@kushi/values/product-set'
import { LUMP_SUM_CANCELLATION_NAME, MAX_CANCEL_FEE_RATE } from '@kushi/values/promise'
import type { QuantityPrice } from '@kushi/values/quantity-price'
import { TEMPERATURE_NAME } from '@kushi/values/shipment'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
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
import { shopTable } from './facts.ts'
import { searchedTextSql } from './searched.ts'
import { shop } from './shop.ts'

export const category = shopTable(
  'category',
  { owner: 'product', kept: 'settings' },
  {
    id: generatedId(),
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    category_name: text().notNull(),
    search_name: text().generatedAlwaysAs(searchedTextSql('category_name')),
    slug: text().notNull(),
    sort_no: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.id] }), uniqueIndex().on(t.shop_id, t.slug)],
)

/** A name with its description. */
export interface NamedText {
  name: string
  text: string
}

export const product = shopTable(
  'product',
  { owner: 'product', kept: 'settings', pictures: { story_html: 'html' } },
  {
    id: generatedId(),
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    category_id: idColumn().notNull(),
    product_name: text().notNull(),
    product_name_kana: text().notNull(),
    search_name: text().generatedAlwaysAs(searchedTextSql("product_name || ' ' || product_name_kana")),
    slug: text().notNull(),
    /** 販売種別: 1 once, 2 subscription only, 3 both. */
    sale_type: integer().notNull(),
    visible: boolean().notNull().default(true),
    catch_copy: text().notNull(),
    search_copy: text().generatedAlwaysAs(searchedTextSql('catch_copy')),
    description: text().notNull(),
    how_to_use: jsonb().$type<string[]>().notNull(),
    ingredients: text().notNull(),
    /** 何のためのものか: shown under the name, before anything is selected. */
    purpose: text().notNull().default(''),
    /** こんな方に, a sentence each. */
    suits: jsonb().$type<string[]>().notNull().default([]),
    /** 使い心地: a name (香り, のび) and its description. */
    feel: jsonb().$type<NamedText[]>().notNull().default([]),
    /** 成分の意味 of the few important ingredients; the full list is `ingredients`. */
    ingredient_notes: jsonb().$type<NamedText[]>().notNull().default([]),
    questions: jsonb().$type<{ question: string; answer: string }[]>().notNull().default([]),
    /** HTML written by the shop; sanitised whenever it is served. */
    story_html: text().notNull().default(''),
    /** One of its pictures, shown beside the steps of use; null: none. */
    use_image_path: text(),
    /** 返品 terms of this product, if they differ from the shop's. */
    return_note: text().notNull().default(''),
    /** 商品の表示: decides which of the texts below the page shows, and how the ingredients are called. */
    label_kind: closedListColumn(LABEL_KIND_NAME).notNull().default('none'),
    /** 名称 of a food. */
    label_name: text().notNull().default(''),
    label_allergens: text().notNull().default(''),
    /** 使用期限 of a cosmetic, 賞味期限の目安 of a food. */
    label_expiry: text().notNull().default(''),
    label_storage: text().notNull().default(''),
    label_cautions: text().notNull().default(''),
    /** 製造販売業者 of a cosmetic, 製造者 of anything else. */
    label_maker: text().notNull().default(''),
    label_origin: text().notNull().default(''),
    /** 年払い: one charge for `lump_sum_payment_num` deliveries. */
    lump_sum_payment_flag: boolean().notNull().default(false),
    lump_sum_payment_num: integer(),
    /** 年払いの途中での解約. */
    lump_sum_rule: closedListColumn(LUMP_SUM_CANCELLATION_NAME).notNull().default('refunded'),
    /** Percent of the refunded rest; only with the rule `fee`. */
    lump_sum_fee_rate: smallint().notNull().default(0),
    /** 使い切る目安: its basis, for operators, and the questions before a subscription that improve the estimate. */
    lasting_basis: text().notNull().default(''),
    lasting_questions: jsonb().$type<UsageQuestion[]>().notNull().default([]),
    sort_no: integer().notNull(),
    /** Increased by every save of an operator; a save based on an older version is rejected. */
    version: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.category_id, category),
    uniqueIndex().on(t.shop_id, t.slug),
    index().on(t.shop_id, t.visible, t.sort_no),
    index().on(t.shop_id, t.sort_no, t.id),
    index().on(t.shop_id, t.product_name, t.id),
    index().on(t.shop_id, t.sale_type, t.sort_no, t.id),
    index().on(t.shop_id, t.category_id, t.sort_no, t.id),
    check('product_sale_type', sql`sale_type BETWEEN 1 AND 3`),
    closedListCheck('product_label_kind', t.label_kind),
    closedListCheck('product_lump_sum_rule', t.lump_sum_rule),
    check('product_lump_sum_fee_rate', sql`lump_sum_fee_rate BETWEEN 0 AND ${sql.raw(String(MAX_CANCEL_FEE_RATE))}`),
    check('product_lump_sum', sql`NOT lump_sum_payment_flag OR coalesce(lump_sum_payment_num, 0) > 0`),
  ],
)

/** 一緒に使いたいもの, in the shop's order; a product without any shows others of its category. */
export const product_related = shopTable(
  'product_related',
  { owner: 'product', kept: 'settings' },
  {
    shop_id: idColumn().notNull(),
    product_id: idColumn().notNull(),
    related_id: idColumn().notNull(),
    sort_no: integer().notNull(),
  },
  (t) => [
    shopForeignKey(t, t.product_id, product).onDelete('cascade'),
    shopForeignKey(t, t.related_id, product).onDelete('cascade'),
    primaryKey({ columns: [t.shop_id, t.product_id, t.related_id] }),
    index().on(t.shop_id, t.related_id),
  ],
)

export const product_image = shopTable(
  'product_image',
  { owner: 'product', kept: 'settings', pictures: { path: 'path' } },
  {
    shop_id: idColumn().notNull(),
    product_id: idColumn().notNull(),
    sort_no: integer().notNull(),
    /** Below the image base, without width and format: `large/camellia-oil-1`. */
    path: text().notNull(),
    alt: text().notNull(),
  },
  (t) => [
    shopForeignKey(t, t.product_id, product).onDelete('cascade'),
    primaryKey({ columns: [t.shop_id, t.product_id, t.sort_no] }),
    index().on(t.shop_id, t.path),
  ],
)

/** SKU: the unit of stock and of a cart. Prices in yen, tax included. */
export const product_sku = shopTable(
  'product_sku',
  {
    owner: 'product',
    writers: {
      order: 'takes the stock with the order, in its statement',
      subscription: 'sets promised gifts aside, with the row that keeps them',
    },
    kept: 'settings',
    pictures: { image_path: 'path' },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    product_id: idColumn().notNull(),
    product_code: text().notNull(),
    sku_parent_item_name1: text(),
    set_item_name1: text(),
    sku_parent_item_name2: text(),
    set_item_name2: text(),
    search_choice: text().generatedAlwaysAs(
      searchedTextSql("coalesce(set_item_name1, '') || ' ' || coalesce(set_item_name2, '')"),
    ),
    price: integer().notNull(),
    /** Price of the first delivery of a subscription; null: same as `subscription_price`. */
    subscription_first_price: integer(),
    /** Price from the second delivery on; null: same as `price`. */
    subscription_price: integer(),
    /** 数量割引, by ascending pieces. */
    quantity_prices: jsonb().$type<QuantityPrice[]>().notNull().default([]),
    /** セットの中身: then it has no stock of its own (`sku-stock.ts`); empty: not a set. */
    parts: jsonb().$type<SetPart[]>().notNull().default([]),
    /** 10 or 8 (軽減税率); of a set its parts' count. */
    tax_rate: integer().notNull(),
    /** Orders subtract from it and operators add to it, always as a difference, so that no change is lost. */
    stock: integer().notNull(),
    /** 残りわずか in the admin: at this many pieces or fewer. */
    low_stock: integer().notNull().default(5),
    /** 一回のご注文の上限, 1 to 99. */
    sale_limit: integer().notNull(),
    /** Weight with packing, in grams; 0: not counted. */
    weight_g: integer().notNull().default(0),
    /** 使い切る目安: how many days one piece lasts; null: not stated. */
    lasting_days: integer(),
    /** How long it lasts for who uses it up fast, and slowly; null: estimated from the 目安. */
    lasting_days_short: integer(),
    lasting_days_long: integer(),
    /** Fits メール便 (special light variant): such a parcel takes no bundled items. */
    light_flag: boolean().notNull().default(false),
    /** 棚番: shelf location; pickers follow this order. */
    shelf: text().notNull().default(''),
    /** JAN, for a scanner. */
    barcode: text().notNull().default(''),
    /** 温度帯 for shipping. */
    temperature: closedListColumn(TEMPERATURE_NAME).notNull().default('normal'),
    visible: boolean().notNull().default(true),
    /** The product's picture that shows this SKU; null: none. */
    image_path: text(),
    /** Increased when the product sold under this id changes; a cart that holds an older revision shows a notice. */
    revision: integer().notNull().default(1),
    sort_no: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.product_id, product),
    index().on(t.product_id),
    uniqueIndex().on(t.shop_id, t.product_code),
    index().on(t.shop_id, t.price),
    index('product_sku_sets').on(t.shop_id, t.id).where(sql`parts <> '[]'`),
    index('product_sku_not_sold').on(t.shop_id, t.product_code, t.id).where(sql`not visible`),
    index('product_sku_code_prefix').on(t.shop_id, sql`lower(product_code) text_pattern_ops`),
    index('product_sku_image').on(t.shop_id, t.image_path).where(sql`image_path is not null`),
    check('product_sku_stock', sql`stock >= 0`),
    check('product_sku_low_stock', sql`low_stock >= 0`),
    check('product_sku_price', sql`price >= 0 AND subscription_first_price >= 0 AND subscription_price >= 0`),
    check('product_sku_tax_rate', sql`tax_rate IN (8, 10)`),
    check('product_sku_sale_limit', sql`sale_limit BETWEEN 1 AND 99`),
    closedListCheck('product_sku_temperature', t.temperature),
    check('product_sku_lasting_days', sql`lasting_days BETWEEN 1 AND 3650`),
    check(
      'product_sku_lasting_range',
      sql`lasting_days_short BETWEEN 1 AND 3650 AND lasting_days_long BETWEEN 1 AND 3650`,
    ),
    check('product_sku_weight', sql`weight_g >= 0`),
    check('product_sku_revision', sql`revision >= 1`),
  ],
)

/**
 * 価格の履歴: the price of a single purchase of a SKU, from each change on. The proof that a compared price (二重価格表示) was
 * charged: rows are only added.
 */
export const price_history = shopTable(
  'price_history',
  { owner: 'price-history', kept: 'books' },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    product_sku_id: idColumn().notNull(),
    /** null: not on sale from then on. */
    price: integer(),
    started_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.product_sku_id, product_sku).onDelete('cascade'),
    index().on(t.shop_id, t.product_sku_id, t.started_at),
    check('price_history_price', sql`price >= 0`),
  ],
)

/** 原価 of one piece of a SKU from a day on, in yen without tax, as the shop states it. */
export const sku_cost = shopTable(
  'sku_cost',
  { owner: 'product', kept: 'settings' },
  {
    shop_id: idColumn().notNull(),
    product_sku_id: idColumn().notNull(),
    cost_from: date().notNull(),
    unit_cost: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.product_sku_id, t.cost_from] }),
    shopForeignKey(t, t.product_sku_id, product_sku).onDelete('cascade'),
    check('sku_cost_unit_cost', sql`unit_cost >= 0`),
  ],
)

/** 入荷・在庫の訂正: stock changes by operators. Changes by orders are recorded with the orders. */
export const stock_event = shopTable(
  'stock_event',
  { owner: 'product', kept: 'books' },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    product_sku_id: idColumn().notNull(),
    kind: closedListColumn(STOCK_EVENT_NAME).notNull(),
    /** Pieces added; negative: removed. */
    quantity: integer().notNull(),
    /** Stock after the change. */
    stock: integer().notNull(),
    /** The reason; for a receipt of goods an optional note. */
    reason: text().notNull(),
    ...actorColumns,
    /** Created by the screen: the same entry sent twice counts once. */
    idempotency_key: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.product_sku_id, product_sku),
    uniqueIndex().on(t.shop_id, t.idempotency_key),
    index().on(t.shop_id, t.product_sku_id, t.created_at, t.id),
    index().on(t.shop_id, t.product_sku_id, t.kind, t.created_at, t.id),
    actorCheck(t),
    closedListCheck('stock_event_kind', t.kind),
    check('stock_event_quantity', sql`quantity <> 0 AND (kind <> 'receipt' OR quantity > 0)`),
    check('stock_event_reason', sql`kind <> 'correction' OR reason <> ''`),
  ],
)
