import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { id } from './columns.ts'
import { shop } from './shop.ts'

/**
 * 移行: which row of another system became which of ours. What stands here is not taken in a second time, also where its member
 * has left since; so it outlives the row, and no key holds it.
 */
export const moved_row = pgTable(
  'moved_row',
  {
    shop_id: id()
      .notNull()
      .references(() => shop.id),
    kind: text().$type<'member' | 'address' | 'subscription' | 'order'>().notNull(),
    /** Its number there. */
    foreign_no: text().notNull(),
    row_id: id().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.kind, t.foreign_no] }),
    uniqueIndex().on(t.shop_id, t.kind, t.row_id),
    check('moved_row_kind', sql`kind IN ('member', 'address', 'subscription', 'order')`),
  ],
)
