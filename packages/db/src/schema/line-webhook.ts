import { index, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { idColumn } from './columns.ts'
import { shopTable } from './facts.ts'

/** Webhook events received from LINE: a redelivered event does nothing. */
export const line_webhook_event = shopTable(
  'line_webhook_event',
  { owner: 'line', kept: [{ after: { days: 30 }, since: 'received_at' }] },
  {
    shop_id: idColumn().notNull(),
    /** A ULID created by LINE. */
    webhook_event_id: text().notNull(),
    received_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.webhook_event_id] }), index().on(t.received_at)],
)
