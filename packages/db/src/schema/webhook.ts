import { WEBHOOK_STOPPED_REASONS } from '@kushi/values/webhook'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { closedListCheck, generatedId, idColumn, shopForeignKey } from './columns.ts'
import { shopTable } from './facts.ts'
import { shop } from './shop.ts'

const moment = () => timestamp({ withTimezone: true })

/** 通知先: a URL of another system that the shop notifies of events. */
export const webhook_endpoint = shopTable(
  'webhook_endpoint',
  { owner: 'webhook', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    url: text().notNull(),
    description: text().notNull(),
    /** See packages/values/src/webhook.ts. */
    events: text().array().notNull(),
    /** Key that signs messages, encrypted and bound to its shop's number. */
    sealed_secret: text().notNull(),
    /** The previous key, which also signs messages for a transition period. */
    former_secret: text(),
    former_until: moment(),
    /** Since when every delivery has failed. */
    failing_since: moment(),
    stopped_at: moment(),
    /** operator: by an operator; failing: after days of failures; gone: the endpoint returned 410. */
    stopped_reason: text({ enum: WEBHOOK_STOPPED_REASONS }),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    check('webhook_endpoint_url', sql`length(url) BETWEEN 1 AND 500`),
    check('webhook_endpoint_stopped', sql`(stopped_at IS NULL) = (stopped_reason IS NULL)`),
    closedListCheck('webhook_endpoint_stopped_reason', t.stopped_reason),
    check('webhook_endpoint_former', sql`(former_secret IS NULL) = (former_until IS NULL)`),
  ],
)

/** One message for one endpoint, written in the transaction of its event. */
export const webhook_delivery = shopTable(
  'webhook_delivery',
  { owner: 'webhook', kept: [{ after: { days: 30 }, since: 'created_at' }] },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    endpoint_id: idColumn().notNull(),
    /** `webhook-id`: the same for every attempt and for a resend. */
    message_id: text().notNull(),
    event: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    attempts: integer().notNull().default(0),
    next_attempt_at: moment().notNull().defaultNow(),
    delivered_at: moment(),
    failed_at: moment(),
    last_status: integer(),
    last_error: text(),
    created_at: moment().notNull().defaultNow(),
    state: text()
      .$type<'waiting' | 'delivered' | 'failed'>()
      .notNull()
      .generatedAlwaysAs(
        sql`case when delivered_at is not null then 'delivered' when failed_at is not null then 'failed' else 'waiting' end`,
      ),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.endpoint_id, webhook_endpoint).onDelete('cascade'),
    index('webhook_delivery_due')
      .on(t.shop_id, t.endpoint_id, t.next_attempt_at, t.id)
      .where(sql`delivered_at IS NULL AND failed_at IS NULL`),
    index().on(t.shop_id, t.endpoint_id, t.id),
    index().on(t.created_at),
  ],
)
