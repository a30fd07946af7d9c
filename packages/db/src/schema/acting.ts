import { sql } from 'drizzle-orm'
import { check, customType, index, integer, primaryKey, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { generatedId, idColumn, shopForeignKey } from './columns.ts'
import { customer } from './customer.ts'
import { shopTable } from './facts.ts'
import { operator } from './operator.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = () => timestamp({ withTimezone: true })

/**
 * 代理ログイン: an operator acting in the shop as a member. It ends at the latest with the operator's own session; code and
 * token are stored only as SHA-256.
 */
export const acting_session = shopTable(
  'acting_session',
  {
    owner: 'acting',
    kept: [{ after: { days: 400 }, since: 'created_at' }],
    person: {
      by: 'customer_id',
      shown: { not: 'the session is in security_event' },
      erased: { stays: 'gone with its term' },
    },
    merged: { fate: 'stays', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    customer_id: idColumn().notNull(),
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    /** Belongs to the installation, so no foreign key refers to it; when that session is deleted, this one ends. */
    operator_session_id: integer().notNull(),
    /** Opens the shop once, within a minute; null: already used. */
    code_hash: bytea(),
    code_expires_at: moment().notNull(),
    /** null: the shop was not opened yet. */
    token_hash: bytea(),
    begun_at: moment(),
    expires_at: moment(),
    ended_at: moment(),
    created_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    uniqueIndex().on(t.shop_id, t.code_hash),
    uniqueIndex().on(t.shop_id, t.token_hash),
    index().on(t.shop_id, t.customer_id, t.id),
    index('acting_session_open').on(t.expires_at).where(sql`begun_at is not null and ended_at is null`),
    index().on(t.created_at),
    check(
      'acting_session_begun',
      sql`(begun_at IS NULL) = (token_hash IS NULL) AND (begun_at IS NULL) = (expires_at IS NULL) AND (ended_at IS NULL OR begun_at IS NOT NULL)`,
    ),
  ],
)
