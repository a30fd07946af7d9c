import type { Queryable } from '@kushi/db/connect'
import { api_key } from '@kushi/db/schema/api-key'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { sql } from 'drizzle-orm'

/** Called after a change: from now on reads by this key are at least as recent as the change. */
export async function recordApiKeyWrite(db: Queryable, key: { shop_id: number; id: number }): Promise<void> {
  await db.update(api_key).set({ written_lsn: sql`pg_current_wal_insert_lsn()` }).where(sameRowCondition(api_key, key))
}
