import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

/** What must be told (mail, LINE), written in the transaction that causes it and delivered after it. */
export const outbox = pgTable(
  'outbox',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    shop_id: integer().notNull(),
    /** `mail` or `line`. */
    kind: text().notNull(),
    /** One message for one cause, however often the verb runs. */
    dedupe_key: text().notNull(),
    payload: jsonb().notNull(),
    attempts: integer().notNull().default(0),
    next_attempt_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    sent_at: timestamp({ withTimezone: true }),
    failed_at: timestamp({ withTimezone: true }),
    error: text(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [uniqueIndex().on(t.dedupe_key), index().on(t.sent_at, t.failed_at, t.next_attempt_at)],
)

/** Counters of everything that can be repeated; they outlive a restart and hold over all processes. */
export const rate_limit = pgTable(
  'rate_limit',
  {
    /** `<rule>:<subject>`, the subject hashed. */
    key: text().notNull(),
    window_start: timestamp({ withTimezone: true }).notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.window_start] })],
)

/** Nonces of signed requests, refused a second time. */
export const nonce = pgTable(
  'nonce',
  {
    client_id: text().notNull(),
    nonce: text().notNull(),
    seen_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.client_id, t.nonce] }), index().on(t.seen_at)],
)
