import { sql } from 'drizzle-orm'
import { check, customType, integer, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { generatedId, idColumn, logPositionColumn } from './columns.ts'
import { shopTable } from './facts.ts'
import { operator } from './operator.ts'
import { shop } from './shop.ts'

const moment = () => timestamp({ withTimezone: true })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** APIキー: lets another system work in the shop with a subset of permissions. */
export const api_key = shopTable(
  'api_key',
  { owner: 'operator', kept: 'settings' },
  {
    shop_id: idColumn()
      .notNull()
      .references(() => shop.id),
    id: generatedId(),
    /** Name given by the operator; appears in the audit log. */
    name: text().notNull(),
    /** The first characters of the key, to tell keys apart. */
    prefix: text().notNull(),
    key_hash: bytes().notNull(),
    permissions: text().array().notNull(),
    /** The operator who created it. */
    operator_id: integer()
      .notNull()
      .references(() => operator.id),
    operator_name: text().notNull(),
    expires_at: moment(),
    revoked_at: moment(),
    last_used_at: moment(),
    created_at: moment().notNull(),
    /** End of the database's log (LSN) after its last change: a standby that it reads from must have reached it. */
    written_lsn: logPositionColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.shop_id, t.id] }),
    uniqueIndex().on(t.shop_id, t.key_hash),
    check('api_key_permissions', sql`cardinality(permissions) > 0`),
  ],
)
