import { api_key } from '@kushi/db/schema/api-key'
import { operator_session } from '@kushi/db/schema/operator'
import { and, eq, sql } from 'drizzle-orm'
import type { OperatorContext } from '../admin/index.ts'

const end = { written_lsn: sql`pg_current_wal_insert_lsn()` }

/** Called after a change: from now on reads of the same session or API key are at least as recent as the change. */
export async function noteWritten({ db, shop_id, operator }: OperatorContext): Promise<void> {
  const { api_key_id, session_id } = operator
  if (session_id !== null) await db.update(operator_session).set(end).where(eq(operator_session.id, session_id))
  else if (api_key_id !== undefined)
    await db
      .update(api_key)
      .set(end)
      .where(and(eq(api_key.shop_id, shop_id), eq(api_key.id, api_key_id)))
}
