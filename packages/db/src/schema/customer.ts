import { CONSENT_NAME, type ConsentScreen } from '@kushi/values/consent'
import { MOVED_NON_MEMBER_KIND_NAME } from '@kushi/values/move-in'
import { ERASED_NAME } from '@kushi/values/privacy-request'
import { LINK_TOKEN_PURPOSES } from '@kushi/values/sign-in'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import {
  actorCheck,
  actorColumns,
  closedListCheck,
  closedListColumn,
  generatedId,
  idColumn,
  shopForeignKey,
} from './columns.ts'
import { shopTable } from './facts.ts'
import { operator } from './operator.ts'
import { customer_rank, shop } from './shop.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The columns of an address, in every table that has one. お届け先 */
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

/** Values that erasure (削除) writes over an address. The prefecture stays, for statistics. */
export const erasedAddressValues = {
  name01: ERASED_NAME,
  name02: '',
  kana01: '',
  kana02: '',
  phone_number: '',
  postal_code01: '000',
  postal_code02: '0000',
  addr01: '',
  addr02: '',
  addr03: '',
  delivery_notes: '',
  ad_user_id: null,
}

/**
 * Codes of the advert that led to this row, as the browser stored them. The last click counts, for `AD_CODE_DAYS`
 * days.
 */
export const adCodeColumns = {
  adcd: text(),
  abmtcd: text(),
  /** The ad network's identifier for the visitor. */
  ad_user_id: text(),
}

/** 会員 */
export const customer = shopTable(
  'customer',
  {
    owner: 'customer',
    writers: {
      inquiry: 'an approved application becomes an account',
      line: 'its column line_id',
      payment: 'its column gmo_id',
      session: 'its column password_hash, when it is hashed anew',
    },
    kept: 'person',
    person: { by: 'id', shown: '会員', erased: { stays: 'emptied at 退会 (closeAccount)' } },
  },
  {
    id: generatedId(),
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    /** In lower case. */
    email: text().notNull(),
    /**
     * The time since which the e-mail counts as verified: a link sent to it was opened, or a password reset was done.
     * null: its mails contain no text of the member, and a merge moves none of the account's means of payment.
     */
    email_verified_at: timestamp({ withTimezone: true }),
    /**
     * argon2id, PHC string. A member moved in from another system keeps that system's hash until the first login. null
     * for members who only use LINE.
     */
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
    /** When the shop approved the account (卸のお取引の審査); a shop with `corporate_flag` sells only to approved accounts. */
    approved_at: timestamp({ withTimezone: true }),
    where_did_you_know: integer(),
    /** null: no decision on the 1st of a month has given one yet, or not even the lowest is reached. */
    customer_rank_id: idColumn(),
    line_id: text(),
    /** MemberID at GMO; created with the first card. */
    gmo_id: text(),
    /** Consent to advertising mail (特定電子メール法), and when it was given. */
    mail_magazine_flag: boolean().notNull().default(false),
    mail_magazine_consented_at: timestamp({ withTimezone: true }),
    /** The same for advertising over LINE. */
    line_magazine_flag: boolean().notNull().default(false),
    line_magazine_consented_at: timestamp({ withTimezone: true }),
    /** Idempotency key of the registration; the same key returns the same member. */
    idempotency_key: text(),
    /** Digest of that request without the password: the same key with another request is rejected. */
    request_digest: text(),
    /** 利用停止: since then the member can neither log in nor order. */
    blocked_at: timestamp({ withTimezone: true }),
    /** 退会: since then the row contains no personal data; `gmo_id` is cleared when the cards are deleted at GMO. */
    withdrawn_at: timestamp({ withTimezone: true }),
    /**
     * The time at which the member asked for 退会 while orders were open; the membership ends after them. null: not
     * requested, or cancelled.
     */
    leaving_at: timestamp({ withTimezone: true }),
    /** 会員の統合: the member into whom this one was merged; `withdrawn_at` is then always set. */
    merged_into_id: idColumn(),
    /**
     * 移行: the row stands for whoever placed orders of a former shop and is no member; `withdrawn_at` is then always set.
     * Only the orders say who it was. null: a member of this shop, or a former one.
     */
    moved_as: closedListColumn(MOVED_NON_MEMBER_KIND_NAME),
    /** When the provider is next requested to delete the cards of a withdrawn member; null: not requested yet. */
    forget_cards_at: timestamp({ withTimezone: true }),
    ...adCodeColumns,
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_rank_id, customer_rank),
    shopForeignKey(t, t.merged_into_id, t),
    uniqueIndex().on(t.shop_id, t.email),
    index().on(t.shop_id, t.created_at, t.id),
    index().on(t.shop_id, t.customer_rank_id, t.created_at, t.id),
    index().on(t.shop_id, t.where_did_you_know, t.created_at, t.id),
    index('customer_cards_to_forget')
      .on(t.forget_cards_at.asc().nullsFirst(), t.id)
      .where(sql`withdrawn_at is not null and gmo_id is not null`),
    index('customer_leaving').on(t.shop_id, t.id).where(sql`leaving_at is not null and withdrawn_at is null`),
    index('customer_advertised').on(t.shop_id, t.created_at, t.adcd).where(sql`adcd is not null`),
    index('customer_linked').on(t.shop_id, t.created_at, t.id).where(sql`line_id is not null`),
    index('customer_merged').on(t.shop_id, t.merged_into_id, t.id).where(sql`merged_into_id is not null`),
    // For duplicates: the same mailbox can be written with or without dots.
    index('customer_email_plain').on(
      t.shop_id,
      sql`(replace(split_part(email, '@', 1), '.', '') || '@' || split_part(email, '@', 2))`,
    ),
    index('customer_email_prefix').on(t.shop_id, t.email.op('text_pattern_ops')),
    index('customer_phone_prefix').on(t.shop_id, t.phone_number.op('text_pattern_ops')),
    index('customer_name_prefix').on(t.shop_id, sql`(name01 || name02) text_pattern_ops`),
    index('customer_kana_prefix').on(t.shop_id, sql`(kana01 || kana02) text_pattern_ops`),
    uniqueIndex().on(t.shop_id, t.line_id),
    uniqueIndex().on(t.shop_id, t.idempotency_key),
    check('customer_postal_code', sql`postal_code01 ~ '^([0-9]{3})?$' AND postal_code02 ~ '^([0-9]{4})?$'`),
    check('customer_sex', sql`sex IN (1, 2)`),
    closedListCheck('customer_moved_as', t.moved_as),
    check('customer_moved_withdrawn', sql`moved_as IS NULL OR withdrawn_at IS NOT NULL`),
    check('customer_merged_withdrawn', sql`merged_into_id IS NULL OR withdrawn_at IS NOT NULL`),
  ],
)

/** お届け先 of a member; exactly one is the default. */
export const customer_address = shopTable(
  'customer_address',
  {
    owner: 'customer',
    writers: { inquiry: 'with its first address' },
    kept: 'person',
    person: { by: 'customer_id', shown: 'お届け先', erased: { rows: '退会' } },
    merged: { fate: 'joins', name: 'お届け先' },
  },
  {
    id: generatedId(),
    shop_id: idColumn().notNull(),
    customer_id: idColumn().notNull(),
    ...addressColumns,
    is_default: boolean().notNull().default(false),
    /** Stored verbatim: commas and outer spaces may mean something to the driver. */
    delivery_notes: text().notNull().default(''),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.customer_id),
    uniqueIndex('customer_address_default').on(t.shop_id, t.customer_id).where(sql`is_default`),
    check('customer_address_postal_code', sql`postal_code01 ~ '^[0-9]{3}$' AND postal_code02 ~ '^[0-9]{4}$'`),
    check('customer_address_pref_id', sql`pref_id BETWEEN 1 AND 47`),
  ],
)

/** Sessions: each has one bearer token, stored only as SHA-256. */
export const access_token = shopTable(
  'access_token',
  {
    owner: 'session',
    kept: [{ after: { days: 0 }, since: 'expires_at' }],
    person: {
      by: 'customer_id',
      shown: 'ログイン中の端末',
      erased: { stays: 'ended with the membership, gone when it expires' },
    },
    merged: { fate: 'stays', name: null },
  },
  {
    token_hash: bytea().notNull(),
    /** Identifies the session in the member's list of sessions; grants no access. */
    id: generatedId(),
    shop_id: idColumn().notNull(),
    customer_id: idColumn().notNull(),
    /** `customer` (e-mail and password) or `line`. */
    provider: text().notNull(),
    /** Browser and system as text, 「iPhone・Safari」; the user agent itself is not stored. */
    device: text().notNull().default(''),
    /** Coarse origin: the network of the address, `203.0.113.*`. */
    network: text().notNull().default(''),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The last visit, to the day. */
    seen_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    revoked_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.token_hash] }),
    uniqueIndex().on(t.shop_id, t.id),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.customer_id),
  ],
)

/**
 * Security events of an account, shown to the member and used for investigations; never updated, contains no secret.
 */
export const security_event = shopTable(
  'security_event',
  {
    owner: 'session',
    kept: [{ after: { days: 400 }, since: 'created_at' }],
    person: {
      by: 'customer_id',
      shown: 'アカウントの安全に関する記録',
      erased: { stays: 'gone with its term; the law asks who had access' },
    },
    merged: { fate: 'stays', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    /** null: a login with an e-mail that no member has; that e-mail is not stored. */
    customer_id: idColumn(),
    event: text({
      enum: [
        'registered',
        'login',
        'login_failed',
        'logout',
        'session_ended',
        'password_changed',
        'reset_asked',
        'password_reset',
        'email_changed',
        'line_linked',
        'line_unlinked',
        'withdrawn',
        'merged',
        'acted_for',
        'passkey_added',
        'passkey_removed',
        'device_confirmed',
        'device_removed',
        'register_refused',
      ],
    }).notNull(),
    ...actorColumns,
    device: text().notNull(),
    network: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.customer_id, t.created_at),
    index().on(t.created_at),
    actorCheck(t),
    closedListCheck('security_event_event', t.event),
  ],
)

/**
 * 同意の記録 (特定電子メール法): every consent to advertising and every withdrawal, by channel, and the agreement to the terms,
 * with the words that were agreed to; never updated. Rows from before the words were kept have none.
 */
export const consent_event = shopTable(
  'consent_event',
  {
    owner: 'customer',
    kept: 'person',
    person: { by: 'customer_id', shown: 'お知らせへの同意', erased: { sets: { address: null } } },
    merged: { fate: 'moves', name: 'お知らせの同意の記録' },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    customer_id: idColumn().notNull(),
    channel: closedListColumn(CONSENT_NAME).notNull(),
    is_given: boolean().notNull(),
    /** The e-mail or LINE id that it was about then. */
    address: text(),
    screen: text().$type<ConsentScreen>(),
    wording: text(),
    /** The version of the wording, or of the terms. */
    version: text(),
    ...actorColumns,
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.customer_id),
    actorCheck(t),
    closedListCheck('consent_event_channel', t.channel),
  ],
)

/** Single-use links sent by mail, stored only as SHA-256. */
export const one_time_token = shopTable(
  'one_time_token',
  {
    owner: 'session',
    kept: [{ after: { days: 30 }, since: 'expires_at' }],
    person: {
      by: 'customer_id',
      shown: 'お手続きのためのリンク',
      erased: { stays: 'ended with the membership, gone with its term' },
    },
    merged: { fate: 'stays', name: null },
  },
  {
    token_hash: bytea().notNull(),
    shop_id: idColumn().notNull(),
    /** `reset_password`, `change_email`, `link_line` or `agree_merge`. */
    purpose: text({ enum: LINK_TOKEN_PURPOSES }).notNull(),
    /** null: requested for an e-mail that no member has; such a link is never sent and grants nothing. */
    customer_id: idColumn(),
    /** The new e-mail, if the link confirms one. */
    email: text(),
    /** The LINE account that requested the link; only that account can use it. */
    line_id: text(),
    created_at: timestamp({ withTimezone: true }).notNull(),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    /** When it was used, or invalidated by a later event. */
    used_at: timestamp({ withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.token_hash] }),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.customer_id, t.purpose),
    index().on(t.expires_at),
    closedListCheck('one_time_token_purpose', t.purpose),
    check('one_time_token_line_id', sql`(purpose = 'link_line') = (line_id IS NOT NULL)`),
  ],
)

/** 会員ランクの月次決定: one per month and shop, even if the job runs twice. */
export const customer_rank_decision = shopTable(
  'customer_rank_decision',
  { owner: 'customer', kept: 'books', person: { nobody: 'a count' } },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    /** The first day of the month that it was made for. */
    month: date().notNull(),
    /** Number of members who got a higher and a lower rank. */
    risen: integer().notNull(),
    fallen: integer().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.month] })],
)

/** Every change of a member's rank: by the monthly decision, or by an operator with a reason. */
export const customer_rank_event = shopTable(
  'customer_rank_event',
  {
    owner: 'customer',
    kept: 'person',
    person: { by: 'customer_id', shown: '会員ランクの変更', erased: { stays: 'names nobody' } },
    merged: { fate: 'moves', name: '会員ランクの変更の記録' },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    customer_id: idColumn().notNull(),
    /** No foreign key: the id of a rank that was deleted since stays here. */
    from_rank_id: idColumn(),
    to_rank_id: idColumn(),
    /** Yen spent in the period of the decision; null: decided by an operator. */
    spent_amount: integer(),
    /** The operator's reason; null: the monthly decision. */
    reason: text(),
    ...actorColumns,
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.shop_id, t.customer_id, t.id),
    actorCheck(t),
    check(
      'customer_rank_event_cause',
      sql`(reason IS NULL) = (spent_amount IS NOT NULL) AND (reason IS NULL) = (actor_kind <> 'operator')`,
    ),
  ],
)

/** 会員メモ: the operators' internal notes about a member. */
export const customer_note = shopTable(
  'customer_note',
  {
    owner: 'customer',
    kept: 'person',
    person: { by: 'customer_id', shown: { not: 'internal notes of operators' }, erased: { rows: '退会' } },
    merged: { fate: 'moves', name: 'メモ' },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    customer_id: idColumn().notNull(),
    body: text().notNull(),
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    created_at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.shop_id, t.customer_id, t.id),
  ],
)
