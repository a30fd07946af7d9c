import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { generatedId, id } from './columns.ts'

/** What must be told (mail, LINE), written in the transaction that causes it and delivered after it. */
export const outbox = pgTable(
  'outbox',
  {
    id: generatedId(),
    shop_id: id().notNull(),
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
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    uniqueIndex().on(t.shop_id, t.dedupe_key),
    index().on(t.sent_at, t.failed_at, t.next_attempt_at),
    check('outbox_kind', sql`kind IN ('mail', 'line')`),
    check('outbox_attempts', sql`attempts >= 0`),
  ],
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
    shop_id: id().notNull(),
    client_id: text().notNull(),
    nonce: text().notNull(),
    seen_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.client_id, t.nonce] }), index().on(t.seen_at)],
)

/** What the database was filled with when it was made: `reference`, and `demo` where it is the demo's. Filled once. */
export const seed = pgTable(
  'seed',
  {
    name: text().primaryKey(),
    seeded_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  () => [check('seed_name', sql`name IN ('reference', 'demo')`)],
)
