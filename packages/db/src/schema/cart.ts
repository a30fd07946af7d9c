import { index, integer, pgTable, smallint, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
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
