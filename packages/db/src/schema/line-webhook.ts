import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { id } from './columns.ts'

/** Webhook events received from LINE: a redelivered event does nothing. */
export const line_webhook_event = pgTable(
  'line_webhook_event',
  {
    shop_id: id().notNull(),
    /** A ULID created by LINE. */
    webhook_event_id: text().notNull(),
    received_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.webhook_event_id] }), index().on(t.received_at)],
)
