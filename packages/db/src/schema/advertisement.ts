import { boolean, customType, index, primaryKey, smallint, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { idColumn } from './columns.ts'
import { shopTable } from './facts.ts'
import { shop } from './shop.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** 友だち追加キャンペーン: a code under which new LINE friends are counted. */
export const ad_campaign = shopTable(
  'ad_campaign',
  { owner: 'line', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    adcd: text().notNull(),
    campaign_name: text().notNull(),
    /** グループ: the medium or campaign to which it belongs, in the shop's words; empty: none. */
    group_name: text().notNull().default(''),
    /** true: its URL leads through LINE Login; false: only a code that adverts carry. */
    is_open: boolean().notNull().default(true),
    /** あいさつ: sent once over LINE to a new friend from this campaign; empty: nothing is sent. */
    greeting: text().notNull().default(''),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.adcd] })],
)

/** 広告計測: one visitor, from a campaign's URL through LINE Login until the visitor is a friend. */
export const ad_tracking = shopTable(
  'ad_tracking',
  {
    owner: 'line',
    kept: [{ after: { days: 30 }, since: 'created_at', sets: { line_user_id: null } }],
    person: { by: ['line_user_id', 'ad_user_id'], shown: '広告からのご訪問', erased: { does: 'eraseLineAccounts' } },
  },
  {
    /** Opaque; orders of the same browser store it too. */
    ad_user_id: text().notNull(),
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    adcd: text().notNull(),
    add_timing_id: smallint().notNull(),
    /** SHA-256 of the `state` of LINE Login, which is accepted once. */
    state_hash: bytea().notNull(),
    redirect_uri: text().notNull(),
    /** `customer.line_id` shows which member it is. */
    line_user_id: text(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    /** When the visitor came back from LINE Login. */
    tracked_at: timestamp({ withTimezone: true }),
    /** Whether the visitor was a friend before (including one who had blocked the account); null until known. */
    was_friend: boolean(),
    friend_added_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.ad_user_id] }),
    uniqueIndex().on(t.shop_id, t.state_hash),
    index().on(t.shop_id, t.line_user_id),
    index().on(t.shop_id, t.created_at, t.adcd),
  ],
)
