import { sql } from 'drizzle-orm'
import { check, index, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { actorCheck, actorColumns, generatedId, idColumn, shopForeignKey } from './columns.ts'
import { customer } from './customer.ts'
import { shopTable } from './facts.ts'

/**
 * 統合の確認: whether `customer_id` may end and its content become that of `kept_id`. Both owners agree by their own link,
 * or an operator records how both were identified.
 */
export const merge_request = shopTable(
  'merge_request',
  {
    owner: 'membership',
    kept: 'books',
    person: {
      by: ['customer_id', 'kept_id'],
      shown: '会員登録の統合の確認',
      // The other account's number, and what an operator heard of both.
      hides: ['kept_id', 'identity_check', 'kept_identity_check'],
      erased: { does: 'eraseIdentityChecks' },
    },
    merged: { fate: 'stays', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    /** The member that ends. */
    customer_id: idColumn().notNull(),
    kept_id: idColumn().notNull(),
    /** When the owner of the account that ends agreed, and that of the one that stays. */
    agreed_at: timestamp({ withTimezone: true }),
    kept_agreed_at: timestamp({ withTimezone: true }),
    /** The time at which one of them refused, which is final for this pair's links. */
    refused_at: timestamp({ withTimezone: true }),
    /** 本人確認: how an operator identified each; empty: by the links. */
    identity_check: text().notNull().default(''),
    kept_identity_check: text().notNull().default(''),
    /** The last time for an answer; after the agreement, for the merge. */
    expires_at: timestamp({ withTimezone: true }).notNull(),
    ...actorColumns,
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    shopForeignKey(t, t.kept_id, customer),
    index().on(t.shop_id, t.customer_id, t.id),
    index().on(t.shop_id, t.kept_id, t.id),
    actorCheck(t),
    check('merge_request_two', sql`customer_id <> kept_id`),
    check('merge_request_identity', sql`(identity_check = '') = (kept_identity_check = '')`),
  ],
)
