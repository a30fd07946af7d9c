import {
  boolean,
  customType,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { id } from './columns.ts'
import { shop } from './shop.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** 友だち追加キャンペーン: a code under which new friends on LINE are counted. */
export const ad_campaign = pgTable(
  'ad_campaign',
  {
    shop_id: id()
      .notNull()
      .references(() => shop.id),
    adcd: text().notNull(),
    campaign_name: text().notNull(),
    /** Its address leads through LINE's login; else it is a code that adverts carry. */
    is_open: boolean().notNull().default(true),
    /** あいさつ: sent once over LINE to who becomes a friend by it; empty: nothing. */
    greeting: text().notNull().default(''),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.adcd] })],
)

/** 広告計測: one visitor on the way from a campaign's address, through LINE's login, to being a friend. */
export const ad_tracking = pgTable(
  'ad_tracking',
  {
    /** Opaque; orders of the same browser carry it too. */
    ad_user_id: text().notNull(),
    shop_id: id()
      .notNull()
      .references(() => shop.id),
    adcd: text().notNull(),
    add_timing_id: smallint().notNull(),
    /** `state` of the login at LINE, as SHA-256: it comes back once. */
    state_hash: bytea().notNull(),
    redirect_uri: text().notNull(),
    /** Which member it is, `customer.line_id` says. */
    line_user_id: text(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    /** Back from LINE's login. */
    tracked_at: timestamp({ withTimezone: true }),
    /** Whether they were a friend before, also one who had blocked; null until known. */
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
