import { sql } from 'drizzle-orm'
import { boolean, check, customType, index, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { idColumn, shopForeignKey } from './columns.ts'
import { customer } from './customer.ts'
import { shopTable } from './facts.ts'
import { shop } from './shop.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * 友だち: the last known relation of a LINE user, member or not, to the shop's official account, from a login or a
 * webhook.
 */
export const line_friend = shopTable(
  'line_friend',
  {
    owner: 'line',
    writers: { message: 'is blocked' },
    kept: 'person',
    person: { by: 'line_user_id', shown: 'LINEのともだち', erased: { does: 'eraseLineAccounts' } },
  },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    /** `U` and 32 hex digits. */
    line_user_id: text().notNull(),
    /**
     * 1 not added, 2 permission (logged in, no friend yet), 3 add (at a login just now), 4 added (reported by LINE).
     */
    friend_status_id: smallint().notNull(),
    /** Was a friend and blocked the account: no message reaches this user. */
    is_blocked: boolean().notNull().default(false),
    /** LINE's time of the last follow or unfollow: an older event that arrives later changes nothing. */
    last_event_at: timestamp({ withTimezone: true }),
    /** The last follow undid a block: not a new friend. */
    is_unblocked: boolean().notNull().default(false),
    updated_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.line_user_id] }),
    check('line_friend_status', sql`friend_status_id BETWEEN 1 AND 4`),
  ],
)

/** Account link by the bot: the nonce that LINE's `accountLink` event returns, stored only as SHA-256. */
export const line_link_nonce = shopTable(
  'line_link_nonce',
  {
    owner: 'line',
    kept: [{ after: { days: 0 }, since: 'expires_at' }],
    person: { by: 'customer_id', shown: { not: 'a key of half an hour' }, erased: { rows: '退会' } },
    merged: { fate: 'goes', name: null },
  },
  {
    nonce_hash: bytea().notNull(),
    shop_id: idColumn().notNull(),
    customer_id: idColumn().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    used_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.nonce_hash] }),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.customer_id),
    index().on(t.expires_at),
  ],
)
