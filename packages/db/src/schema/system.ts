import type { MessageState } from '@kushi/values/message-state'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { generatedId, id } from './columns.ts'

const waiting = sql.raw('sent_at is null and failed_at is null and stopped_at is null')

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
    /** What it is about, as its reader sees it; stays when the text is forgotten. */
    subject: text().notNull().default(''),
    /** The member whom it tells something, and of which order or subscription; null: of none. */
    customer_id: id(),
    order_id: id(),
    subscription_id: id(),
    /** The 一斉送信 that it is part of. */
    bulk_job_id: id(),
    attempts: integer().notNull().default(0),
    next_attempt_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    sent_at: timestamp({ withTimezone: true }),
    failed_at: timestamp({ withTimezone: true }),
    error: text(),
    /** Somebody of the shop called it off before it was sent. */
    stopped_at: timestamp({ withTimezone: true }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** waiting, sent, failed, or stopped: no longer wanted, or called off. */
    state: text()
      .$type<MessageState>()
      .notNull()
      .generatedAlwaysAs(
        sql`case when sent_at is not null then 'sent' when stopped_at is not null then 'stopped' when failed_at is not null then 'failed' else 'waiting' end`,
      ),
    /** Order of the list: what failed stands above all else, the newest first. */
    list_no: bigint({ mode: 'number' })
      .notNull()
      .generatedAlwaysAs(
        sql`id + case when sent_at is null and stopped_at is null and failed_at is not null then 1000000000000000 else 0 end`,
      ),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    uniqueIndex().on(t.shop_id, t.dedupe_key),
    index().on(t.sent_at, t.failed_at, t.next_attempt_at),
    index().on(t.shop_id, t.list_no, t.id),
    index().on(t.shop_id, t.state, t.list_no, t.id),
    index().on(t.shop_id, t.kind, t.list_no, t.id),
    index().on(t.shop_id, t.created_at, t.id),
    // What one person waits for goes out before what goes to many.
    index('outbox_due').on(t.shop_id, t.next_attempt_at, t.id).where(sql`${waiting} and bulk_job_id is null`),
    index('outbox_due_of_bulk')
      .on(t.shop_id, t.next_attempt_at, t.id)
      .where(sql`${waiting} and bulk_job_id is not null`),
    index('outbox_of_bulk_job').on(t.shop_id, t.bulk_job_id, t.customer_id).where(sql`bulk_job_id is not null`),
    index('outbox_to_forget').on(sql`coalesce(sent_at, stopped_at, failed_at)`).where(sql`payload <> '{}'::jsonb`),
    index('outbox_recipient_prefix').on(t.shop_id, sql`(payload ->> 'to') text_pattern_ops`),
    index('outbox_of_customer').on(t.shop_id, t.customer_id, t.id).where(sql`customer_id is not null`),
    index('outbox_of_order').on(t.shop_id, t.order_id, t.id).where(sql`order_id is not null`),
    index('outbox_of_subscription').on(t.shop_id, t.subscription_id, t.id).where(sql`subscription_id is not null`),
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

/**
 * What the database was filled with: `reference`, and `demo` and its orders where it is the demo's; `live` where a shop that
 * sells was made. Once each.
 */
export const seed = pgTable(
  'seed',
  {
    name: text().primaryKey(),
    seeded_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  () => [check('seed_name', sql`name IN ('reference', 'demo', 'demo-orders', 'live')`)],
)
