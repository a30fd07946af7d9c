import type { BlockContent } from '@kushi/values/block/kinds'
import type { CartTypeId } from '@kushi/values/cart'
import type { DeliveryInterval } from '@kushi/values/delivery-pattern'
import type { PaymentMethodId } from '@kushi/values/payment-method'
import { boolean, index, jsonb, primaryKey, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { generatedId, idColumn, shopForeignKey } from './columns.ts'
import { shopTable } from './facts.ts'
import { promotion } from './promotion.ts'
import { shop } from './shop.ts'

/** 申し込みページ (LP): blocks with the order form of these goods among them. */
export const landing_page = shopTable(
  'landing_page',
  { owner: 'configuration', kept: 'settings', pictures: { blocks: 'json' } },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    slug: text().notNull(),
    title: text().notNull(),
    visible: boolean().notNull(),
    /** null: as soon as it is visible. */
    opens_at: timestamp({ withTimezone: true }),
    /** null: for as long as it is visible. */
    closes_at: timestamp({ withTimezone: true }),
    /** Where it leads once it is closed, a path of the shop; empty: the list of products. */
    successor: text().notNull(),
    cart_type: smallint().$type<CartTypeId>().notNull(),
    items: jsonb().$type<{ product_sku_id: number; quantity: number }[]>().notNull(),
    /** お届け間隔 that it offers; of a single purchase none. */
    intervals: jsonb().$type<DeliveryInterval[]>().notNull(),
    /** お支払い方法 that it takes; empty: those of the shop. null among them is 代金引換. */
    payment_method_ids: jsonb().$type<PaymentMethodId[]>().notNull().default([]),
    /** The promotion of its orders; null: none. */
    promotion_id: idColumn(),
    /** 広告コード of an order whose visitor brought none; empty: none. */
    adcd: text().notNull(),
    /** Its words on the completion page. */
    thanks: text().notNull(),
    /** Read by `readBlock`. */
    blocks: jsonb().$type<(BlockContent & { visible: boolean })[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    uniqueIndex().on(t.shop_id, t.slug),
    shopForeignKey(t, t.promotion_id, promotion),
  ],
)

/** パターン: another content of a 申し込みページ. It sells the same goods in the same ways, so that an order's law and price are the page's. */
export const landing_variant = shopTable(
  'landing_variant',
  { owner: 'configuration', kept: 'settings', pictures: { blocks: 'json' } },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    landing_page_id: idColumn().notNull(),
    variant_name: text().notNull(),
    /** Read by `readBlock`. */
    blocks: jsonb().$type<(BlockContent & { visible: boolean })[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.landing_page_id, landing_page).onDelete('cascade'),
    index().on(t.shop_id, t.landing_page_id),
  ],
)
