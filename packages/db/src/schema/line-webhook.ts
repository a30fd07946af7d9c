import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Events that LINE has told us of: one that is told again does nothing. */
export const line_webhook_event = pgTable(
  'line_webhook_event',
  {
    /** A ULID of LINE's. */
    webhook_event_id: text().primaryKey(),
    received_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index().on(t.received_at)],
)
