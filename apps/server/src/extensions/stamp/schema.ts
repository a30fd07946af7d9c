import { bigint, index, integer, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core'

/** スタンプ: the stamps that an order gave its member. The shop is part of the key, as in every table. */
export const stamp_mark = pgTable(
  'stamp_mark',
  {
    shop_id: bigint({ mode: 'number' }).notNull(),
    order_id: bigint({ mode: 'number' }).notNull(),
    customer_id: bigint({ mode: 'number' }).notNull(),
    stamps: integer().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.order_id] }), index().on(t.shop_id, t.customer_id)],
)
