import { KNOWN_NETWORK_DAYS } from '@kushi/values/limits'
import { ROLE_NAME } from '@kushi/values/role'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { closedListColumn, idColumn, logPositionColumn } from './columns.ts'
import { shopTable } from './facts.ts'
import { shop } from './shop.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = () => timestamp({ withTimezone: true })
const roles = sql.raw(`('${Object.keys(ROLE_NAME).join("', '")}')`)

/**
 * 担当者: a person of the installation who works in one shop or several. Never deleted, so that the audit log keeps its
 * names.
 */
export const operator = shopTable(
  'operator',
  { owner: 'operator', kept: 'settings', person: { nobody: 'an operator' } },
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** In lower case. */
    email: text().notNull(),
    name: text().notNull(),
    /** argon2id, PHC string; null for those who only use passkeys. */
    password_hash: text(),
    /** Secret of the authenticator app, encrypted; null: not set up. */
    totp_secret: text(),
    /** The last 30-second step whose code was used: each code works once. */
    totp_step: integer(),
    /** Role in every shop of the installation; null: only those of `operator_role`. */
    installation_role: closedListColumn(ROLE_NAME),
    signed_in_at: moment(),
    /** When the operator was stopped for the whole installation and can no longer sign in. */
    stopped_at: moment(),
    created_at: moment().notNull(),
  },
  (t) => [uniqueIndex().on(t.email), check('operator_installation_role', sql`installation_role in ${roles}`)],
)

/** 役割 of an operator in a shop. */
export const operator_role = shopTable(
  'operator_role',
  { owner: 'operator', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    role: closedListColumn(ROLE_NAME).notNull(),
    /** When the operator was stopped in this shop and can no longer enter it. */
    stopped_at: moment(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.operator_id] }), check('operator_role_role', sql`role in ${roles}`)],
)

/** A signed-in browser of an operator; the cookie's secret is stored only as SHA-256. */
export const operator_session = shopTable(
  'operator_session',
  { owner: 'operator', kept: [{ after: { days: KNOWN_NETWORK_DAYS }, since: 'created_at' }] },
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    token_hash: bytea().notNull(),
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    user_agent: text().notNull(),
    ip: text().notNull(),
    created_at: moment().notNull(),
    seen_at: moment().notNull(),
    expires_at: moment().notNull(),
    /** When the second factor was last verified. */
    confirmed_at: moment().notNull(),
    ended_at: moment(),
    /**
     * End of the database's log (LSN) after the session's last change: a standby that it reads from must have reached
     * it.
     */
    written_lsn: logPositionColumn(),
  },
  (t) => [uniqueIndex().on(t.token_hash), index().on(t.operator_id)],
)

/** パスキー (WebAuthn) of an operator. */
export const operator_passkey = shopTable(
  'operator_passkey',
  { owner: 'operator', kept: 'settings' },
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    /** base64url */
    credential_id: text().notNull(),
    public_key: bytea().notNull(),
    counter: integer().notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    name: text().notNull(),
    created_at: moment().notNull(),
    used_at: moment(),
  },
  (t) => [uniqueIndex().on(t.credential_id), index().on(t.operator_id)],
)

/** 予備コード for a lost authenticator, stored only as SHA-256; each works once. */
export const operator_recovery_code = shopTable(
  'operator_recovery_code',
  { owner: 'operator', kept: 'settings' },
  {
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    code_hash: bytea().notNull(),
    used_at: moment(),
  },
  (t) => [primaryKey({ columns: [t.operator_id, t.code_hash] })],
)

/** WebAuthn challenges that were issued and not answered yet; each accepts one response within five minutes. */
export const operator_challenge = shopTable(
  'operator_challenge',
  { owner: 'operator', kept: 'next' },
  {
    challenge: text().primaryKey(),
    /** null at sign-in, where the operator is not known yet. */
    operator_id: integer().references(() => operator.id),
    expires_at: moment().notNull(),
  },
  (t) => [index().on(t.expires_at)],
)

/** 招待: a link sent by mail that creates an operator, stored only as SHA-256. */
export const operator_invitation = shopTable(
  'operator_invitation',
  {
    owner: 'operator',
    kept: [
      { after: { days: 0 }, since: 'expires_at' },
      { after: { days: 0 }, since: 'used_at' },
    ],
    person: { nobody: 'an operator' },
  },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    token_hash: bytea().notNull(),
    email: text().notNull(),
    role: closedListColumn(ROLE_NAME).notNull(),
    /** Whether the role applies to every shop of the installation. */
    is_installation: boolean().notNull().default(false),
    /** Values entered so far, until the first authenticator code completes the account. */
    operator_name: text(),
    password_hash: text(),
    totp_secret: text(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
    used_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.token_hash] }),
    index().on(t.shop_id, t.email),
    check('operator_invitation_role', sql`role in ${roles}`),
  ],
)

/**
 * Text that the audit log's search covers: the subject and the operator, by their names of that day, in lower case. Its
 * index contains every run of one, two and three letters (`grams`, of migration 0009), so that a word is found in any
 * position.
 */
export const auditSearchTextSql = sql.raw(`lower((subject_name || E'\\n' || operator_name) collate "C")`)

/** 操作履歴: what an operator changed; a trigger rejects every update and delete of a row. */
export const audit_event = shopTable(
  'audit_event',
  { owner: 'audit', kept: 'books' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: integer().generatedAlwaysAsIdentity(),
    created_at: moment().notNull(),
    /** null: the command line. */
    operator_id: integer().references(() => operator.id),
    operator_name: text().notNull(),
    ip: text().notNull(),
    /** The contract call, or the command. */
    action: text().notNull(),
    /** The kind of the changed thing (`product`, `setting`), its id, and its name on that day. */
    subject: text().notNull(),
    subject_id: text().notNull(),
    subject_name: text().notNull(),
    /** Only what changed, by column name. */
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Names of the changed columns, for the search 「この価格を変えたのは誰か」. */
    fields: text().array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    index().on(t.shop_id, t.created_at, t.id),
    index().on(t.shop_id, t.subject, t.subject_id, t.created_at, t.id),
    index().on(t.shop_id, t.subject_id, t.created_at, t.id),
    index().on(t.shop_id, t.operator_id, t.created_at, t.id),
    index('audit_event_words').using('gin', sql`grams(${auditSearchTextSql})`),
    index('audit_event_fields').using('gin', t.fields),
  ],
)

/** 保存した表示: filters and order of a list, saved under a name. */
export const saved_view = shopTable(
  'saved_view',
  { owner: 'operator', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: integer().generatedAlwaysAsIdentity(),
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    list: text().notNull(),
    view_name: text().notNull(),
    query: text().notNull(),
    is_shared: boolean().notNull(),
    created_at: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.shop_id, t.id] }), index().on(t.shop_id, t.list)],
)
