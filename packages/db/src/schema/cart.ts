import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, primaryKey, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { generatedId, idColumn, shopForeignKey } from './columns.ts'
import { customer } from './customer.ts'
import { shopTable } from './facts.ts'
import { product_sku } from './product.ts'

/** カート of a logged-in member, one row per item; a guest's cart is kept in the browser. */
export const cart_item = shopTable(
  'cart_item',
  {
    owner: 'cart',
    kept: 'person',
    person: { by: 'customer_id', shown: 'カート', erased: { rows: '退会' } },
    merged: { fate: 'joins', name: 'カートの商品' },
  },
  {
    cart_item_id: generatedId(),
    shop_id: idColumn().notNull(),
    customer_id: idColumn().notNull(),
    product_sku_id: idColumn().notNull(),
    /** 0 normal, 1 subscription. */
    subscription: smallint().notNull(),
    quantity: integer().notNull(),
    /** `product_sku.revision` when the item was added. */
    revision: integer().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.cart_item_id] }),
    shopForeignKey(t, t.customer_id, customer),
    shopForeignKey(t, t.product_sku_id, product_sku),
    uniqueIndex().on(t.shop_id, t.customer_id, t.product_sku_id, t.subscription),
    index().on(t.updated_at),
    check('cart_item_quantity', sql`quantity > 0`),
    check('cart_item_subscription', sql`subscription IN (0, 1)`),
  ],
)

/**
 * Idempotency keys of additions to a cart: a repeated request adds nothing. Of a merged guest cart it records what
 * could not be taken over; of a single press on カートに入れる, its item.
 */
export const cart_sync = shopTable(
  'cart_sync',
  {
    owner: 'cart',
    // A browser retries for at most a month; the key of a press lives as long as its page.
    kept: [
      { after: { days: 30 }, since: 'created_at' },
      {
        after: { days: 1 },
        since: 'created_at',
        only: { words: 'of one press', where: sql`cart_sync.cart_item_id IS NOT NULL` },
      },
    ],
    person: { by: 'customer_id', shown: { not: 'a key of the browser' }, erased: { rows: '退会' } },
    merged: { fate: 'goes', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    customer_id: idColumn().notNull(),
    idempotency_key: text().notNull(),
    problems: jsonb().notNull().default([]),
    /** The item of a single press; it may be deleted by now. */
    cart_item_id: idColumn(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    shopForeignKey(t, t.customer_id, customer),
    primaryKey({ columns: [t.shop_id, t.customer_id, t.idempotency_key] }),
  ],
)
