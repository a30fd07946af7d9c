import { index, integer, jsonb, pgTable, primaryKey, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { customer } from './customer.ts'
import { product_sku } from './product.ts'

/** カート of a logged-in member, a row an item; guests keep theirs in the browser. */
export const cart_item = pgTable(
  'cart_item',
  {
    cart_item_id: integer().primaryKey().generatedAlwaysAsIdentity(),
    shop_id: integer().notNull(),
    customer_id: integer()
      .notNull()
      .references(() => customer.id),
    product_sku_id: integer()
      .notNull()
      .references(() => product_sku.id),
    /** 0 normal, 1 subscription. */
    subscription: smallint().notNull(),
    quantity: integer().notNull(),
    /** `product_sku.revision` when it was put in. */
    revision: integer().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [uniqueIndex().on(t.customer_id, t.product_sku_id, t.subscription), index().on(t.updated_at)],
)

/** Syncs of a guest's cart that are done, with what could not be taken over: asked again, they add nothing. */
export const cart_sync = pgTable(
  'cart_sync',
  {
    customer_id: integer()
      .notNull()
      .references(() => customer.id),
    idempotency_key: text().notNull(),
    problems: jsonb().notNull().default([]),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.customer_id, t.idempotency_key] })],
)
