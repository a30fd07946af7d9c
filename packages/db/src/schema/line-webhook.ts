import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { id } from './columns.ts'

/** Events that LINE has told us of: one that is told again does nothing. */
export const line_webhook_event = pgTable(
  'line_webhook_event',
  {
    shop_id: id().notNull(),
    /** A ULID of LINE's. */
    webhook_event_id: text().notNull(),
    received_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.webhook_event_id] }), index().on(t.received_at)],
)
