import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  date,
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { customer_rank, shop } from './shop.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The columns of an address, wherever one stands. お届け先 */
export const addressColumns = {
  name01: text().notNull(),
  name02: text().notNull(),
  kana01: text().notNull(),
  kana02: text().notNull(),
  postal_code01: text().notNull(),
  postal_code02: text().notNull(),
  pref_id: smallint().notNull(),
  /** Municipality and town (市区町村). */
  addr01: text().notNull(),
  /** House number (番地). */
  addr02: text().notNull(),
  /** Building and room (建物名・部屋番号). */
  addr03: text().notNull().default(''),
  phone_number: text().notNull(),
}

/** Codes of the advert that led to it, as the browser kept them (24 hours, the last click counts). */
export const adColumns = {
  adcd: text(),
  abmtcd: text(),
  /** The ad network's own name for the visitor. */
  ad_user_id: text(),
}

/** 会員 */
export const customer = pgTable(
  'customer',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    shop_id: integer()
      .notNull()
      .references(() => shop.id),
    /** Lower case. */
    email: text().notNull(),
    /** argon2id, PHC string; null for members who only use LINE. */
    password_hash: text(),
    ...addressColumns,
    birthday: date(),
    /** 1 male, 2 female, null no answer. */
    sex: smallint(),
    /** true: business (法人). */
    account_type: boolean().notNull().default(false),
    company_name: text(),
    company_name_kana: text(),
    manager_name: text(),
    manager_name_kana: text(),
    where_did_you_know: integer(),
    customer_rank_id: integer().references(() => customer_rank.id),
    rank_use_flag: boolean().notNull().default(false),
    line_id: text(),
    /** MemberID at GMO; made with the first card. */
    gmo_id: text(),
    /** Consent to advertising mail (特定電子メール法) and when it was given. */
    mail_magazine_flag: boolean().notNull().default(false),
    mail_magazine_consented_at: timestamp({ withTimezone: true }),
    /** The same for advertising over LINE. */
    line_magazine_flag: boolean().notNull().default(false),
    line_magazine_consented_at: timestamp({ withTimezone: true }),
    /** The key with which the browser registered; the same key answers the same member. */
    idempotency_key: text(),
    ...adColumns,
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex().on(t.shop_id, t.email),
    uniqueIndex().on(t.shop_id, t.line_id),
    uniqueIndex().on(t.shop_id, t.idempotency_key),
  ],
)

/** お届け先 of a member; exactly one is the default. */
export const customer_address = pgTable(
  'customer_address',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    shop_id: integer().notNull(),
    customer_id: integer()
      .notNull()
      .references(() => customer.id),
    ...addressColumns,
    is_default: boolean().notNull().default(false),
    /** Kept to the letter: commas and outer spaces may mean something to the driver. */
    delivery_notes: text().notNull().default(''),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index().on(t.customer_id), uniqueIndex('customer_address_default').on(t.customer_id).where(sql`is_default`)],
)

/** Bearer tokens, kept only as SHA-256. */
export const access_token = pgTable(
  'access_token',
  {
    token_hash: bytea().primaryKey(),
    shop_id: integer().notNull(),
    customer_id: integer()
      .notNull()
      .references(() => customer.id),
    /** `customer` (e-mail and password) or `line`. */
    provider: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    revoked_at: timestamp({ withTimezone: true }),
  },
  (t) => [index().on(t.customer_id)],
)

/** 同意の記録 (特定電子メール法): every consent to advertising and every withdrawal, by channel; never updated. */
export const consent_event = pgTable(
  'consent_event',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    customer_id: integer()
      .notNull()
      .references(() => customer.id),
    /** `mail` or `line`. */
    channel: text().notNull(),
    is_given: boolean().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index().on(t.customer_id)],
)

/** Links sent by mail that work once, kept only as SHA-256. */
export const one_time_token = pgTable(
  'one_time_token',
  {
    token_hash: bytea().primaryKey(),
    shop_id: integer().notNull(),
    /** `reset_password`, `change_email` or `link_line`. */
    purpose: text().notNull(),
    /** null: asked for with an e-mail that nobody has; such a link is sent to nobody and opens nothing. */
    customer_id: integer().references(() => customer.id),
    /** The new e-mail, where that is to be confirmed. */
    email: text(),
    /** The LINE account that asked to be linked; only it can use the link. */
    line_id: text(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    /** Used, or made worthless by what happened since. */
    used_at: timestamp({ withTimezone: true }),
  },
  (t) => [index().on(t.customer_id, t.purpose), index().on(t.expires_at)],
)
