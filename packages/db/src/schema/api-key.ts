import { sql } from 'drizzle-orm'
import { check, customType, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { generatedId, id, lsn } from './columns.ts'
import { operator } from './operator.ts'
import { shop } from './shop.ts'

const moment = () => timestamp({ withTimezone: true })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** APIキー: another system that works in the shop with some of its permissions. */
export const api_key = pgTable(
  'api_key',
  {
    shop_id: id()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    /** What the shop's people call it; stands in the trail. */
    name: text().notNull(),
    /** How it begins, to tell keys apart by. */
    prefix: text().notNull(),
    key_hash: bytes().notNull(),
    permissions: text().array().notNull(),
    /** Who made it. */
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    operator_name: text().notNull(),
    expires_at: moment(),
    revoked_at: moment(),
    last_used_at: moment(),
    created_at: moment().notNull(),
    /** Where the database's log ended after its last change: what it reads has come so far. */
    written_lsn: lsn(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    uniqueIndex().on(t.shop_id, t.key_hash),
    check('api_key_permissions', sql`cardinality(permissions) > 0`),
  ],
)
