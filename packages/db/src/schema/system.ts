import { MAX_CLOCK_SKEW_SECONDS } from '@kushi/values/limits'
import { MESSAGE_CHANNEL_NAME, MESSAGE_STATE_NAME } from '@kushi/values/message'
import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { closedListCheck, closedListColumn, generatedId, idColumn } from './columns.ts'
import { shopTable } from './facts.ts'

const waiting = sql.raw('sent_at is null and failed_at is null and stopped_at is null')

/** Messages to send (mail, LINE), written in the transaction that causes them and delivered after it. */
export const outbox = shopTable(
  'outbox',
  {
    owner: 'message',
    writers: {
      bulk: 'takes its own waiting messages back, together with its rows',
      correspondence: 'retries and stops a message for an operator',
      operator: 'an invitation is listed with no messages',
      customer: 'for an unknown e-mail a mail that counts as sent',
    },
    kept: [
      {
        after: 'outbox_keep_days',
        since: sql`coalesce(outbox.sent_at, outbox.stopped_at, outbox.failed_at)`,
        only: { words: 'with a text', where: sql`outbox.payload <> '{}'::jsonb` },
        sets: { payload: {} },
      },
    ],
    person: {
      by: 'customer_id',
      shown: 'お送りしたメール・LINE',
      hides: ['payload'],
      erased: { does: 'eraseMessages' },
    },
    merged: { fate: 'moves', name: 'お送りしたメール・LINE' },
  },
  {
    id: generatedId(),
    shop_id: idColumn().notNull(),
    /** `mail` or `line`. */
    kind: closedListColumn(MESSAGE_CHANNEL_NAME).notNull(),
    /** One message per cause, however often the handler runs. */
    dedupe_key: text().notNull(),
    payload: jsonb().notNull(),
    /** The subject that its reader sees; kept when the text is deleted. */
    subject: text().notNull().default(''),
    /** The member it is addressed to, and the order or subscription it concerns; null: none. */
    customer_id: idColumn(),
    order_id: idColumn(),
    subscription_id: idColumn(),
    /** The 一斉送信 that it belongs to. */
    bulk_job_id: idColumn(),
    attempts: integer().notNull().default(0),
    next_attempt_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    sent_at: timestamp({ withTimezone: true }),
    failed_at: timestamp({ withTimezone: true }),
    error: text(),
    /** When an operator cancelled it before it was sent. */
    stopped_at: timestamp({ withTimezone: true }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** waiting, sent, failed, or stopped: no longer needed, or cancelled. */
    state: closedListColumn(MESSAGE_STATE_NAME)
      .notNull()
      .generatedAlwaysAs(
        sql`case when sent_at is not null then 'sent' when stopped_at is not null then 'stopped' when failed_at is not null then 'failed' else 'waiting' end`,
      ),
    /** Sort key of the list, descending: failed messages come first, then the newest. */
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
    // Individual messages go out before bulk messages.
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
    closedListCheck('outbox_kind', t.kind),
    check('outbox_attempts', sql`attempts >= 0`),
  ],
)

/** Counters of everything that can be repeated; they survive a restart and are shared by all processes. */
export const rate_limit = shopTable(
  'rate_limit',
  {
    // The longest window that is counted.
    owner: 'limit',
    kept: [{ after: { hours: 1 }, since: 'window_start' }],
  },
  {
    /** `<rule>:<subject>`, with the subject hashed. */
    key: text().notNull(),
    window_start: timestamp({ withTimezone: true }).notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.window_start] })],
)

/** Nonces of signed requests, rejected the second time. */
export const nonce = shopTable(
  'nonce',
  {
    // A request from a fast clock is good for up to twice the skew.
    owner: 'session',
    kept: [{ after: { hours: (3 * MAX_CLOCK_SKEW_SECONDS) / 3600 }, since: 'seen_at' }],
  },
  {
    shop_id: idColumn().notNull(),
    client_id: text().notNull(),
    nonce: text().notNull(),
    seen_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.client_id, t.nonce] }), index().on(t.seen_at)],
)

/**
 * What the database was filled with: `reference`; `demo` and its orders for the demo; `live` if a live shop was
 * created. Each is written once.
 */
export const seed = shopTable(
  'seed',
  { owner: 'configuration', kept: 'settings' },
  {
    name: text({ enum: ['reference', 'demo', 'demo-orders', 'live'] }).primaryKey(),
    seeded_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [closedListCheck('seed_name', t.name)],
)
