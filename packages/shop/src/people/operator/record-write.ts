import { operator_session } from '@kushi/db/schema/operator'
import { eq, sql } from 'drizzle-orm'
import type { OperatorContext } from '../../foundation/admin/index.ts'
import { recordApiKeyWrite } from './record-key-write.ts'

/** Called after a change: from now on reads of the same session or API key are at least as recent as the change. */
export async function recordOperatorWrite({ db, shop_id, operator }: OperatorContext): Promise<void> {
  const { api_key_id, session_id } = operator
  if (session_id !== null)
    await db
      .update(operator_session)
      .set({ written_lsn: sql`pg_current_wal_insert_lsn()` })
      .where(eq(operator_session.id, session_id))
  else if (api_key_id !== undefined) await recordApiKeyWrite(db, { shop_id, id: api_key_id })
}
