import { DEVICE_PROOF_NAME } from '@kushi/values/sign-in'
import {
  bigint,
  customType,
  index,
  integer,
  jsonb,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { closedListCheck, closedListColumn, generatedId, idColumn, shopForeignKey } from './columns.ts'
import { customer } from './customer.ts'
import { shopTable } from './facts.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = () => timestamp({ withTimezone: true })

/** パスキー (WebAuthn) of a member. */
export const customer_passkey = shopTable(
  'customer_passkey',
  {
    owner: 'passkey',
    kept: 'person',
    person: { by: 'customer_id', shown: 'パスキー', hides: ['public_key', 'counter'], erased: { rows: '退会' } },
    merged: { fate: 'goes', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    customer_id: idColumn().notNull(),
    /** base64url */
    credential_id: text().notNull(),
    public_key: bytea().notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    /** Where it is kept (「iCloudキーチェーン」), or the browser that made it. */
    name: text().notNull(),
    created_at: moment().notNull(),
    used_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    uniqueIndex().on(t.shop_id, t.credential_id),
    index().on(t.shop_id, t.customer_id),
  ],
)

/** WebAuthn challenges of members that were issued and not answered yet; each accepts one response within five minutes. */
export const customer_challenge = shopTable(
  'customer_challenge',
  {
    owner: 'passkey',
    kept: [{ after: { days: 0 }, since: 'expires_at' }],
    person: { by: 'customer_id', shown: { not: 'a key of five minutes' }, erased: { rows: '退会' } },
    merged: { fate: 'goes', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    challenge: text().notNull(),
    /** The browser that asked for it; only that one may answer. */
    device_hash: bytea().notNull(),
    /** null at a login, where the member is not known yet. */
    customer_id: idColumn(),
    expires_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.challenge] }),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.customer_id),
    index().on(t.expires_at),
  ],
)

/**
 * 確認済みの端末: a browser in which a member proved to be themselves by more than the password. Known by a random cookie,
 * stored only as SHA-256; nothing about the browser is measured.
 */
export const customer_device = shopTable(
  'customer_device',
  {
    owner: 'session',
    kept: [{ after: { days: 0 }, since: 'expires_at' }],
    person: { by: 'customer_id', shown: '確認済みの端末', hides: ['device_hash'], erased: { rows: '退会' } },
    merged: { fate: 'goes', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    id: generatedId(),
    customer_id: idColumn().notNull(),
    device_hash: bytea().notNull(),
    /** Browser and system as text, 「iPhone・Safari」. */
    device: text().notNull(),
    proof: closedListColumn(DEVICE_PROOF_NAME).notNull(),
    created_at: moment().notNull(),
    /** The last use, to the day. */
    seen_at: moment().notNull(),
    expires_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    shopForeignKey(t, t.customer_id, customer),
    uniqueIndex().on(t.shop_id, t.customer_id, t.device_hash),
    index().on(t.expires_at),
    closedListCheck('customer_device_proof', t.proof),
  ],
)

/** The code that was sent to a member to confirm a browser; the next one replaces it. */
export const device_code = shopTable(
  'device_code',
  {
    owner: 'session',
    kept: [{ after: { days: 0 }, since: 'expires_at' }],
    person: { by: 'customer_id', shown: { not: 'a code of ten minutes' }, erased: { rows: '退会' } },
    merged: { fate: 'goes', name: null },
  },
  {
    shop_id: idColumn().notNull(),
    customer_id: idColumn().notNull(),
    device_hash: bytea().notNull(),
    /** Hashed with the browser's cookie, which is not stored: six digits alone could be tried. */
    code_hash: bytea().notNull(),
    /** How often a code was typed. */
    tries: integer().notNull().default(0),
    expires_at: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.customer_id, t.device_hash] }),
    shopForeignKey(t, t.customer_id, customer),
    index().on(t.expires_at),
  ],
)
