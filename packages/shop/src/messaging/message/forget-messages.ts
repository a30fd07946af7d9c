import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'

const standardDays = 30

/** Rows per statement, so that no lock is held for long. */
const batch = 2_000

/**
 * Job: deletes the payload of messages that were sent, stopped or given up `OUTBOX_KEEP_DAYS` (30) days ago, because
 * text and recipient are personal data. The rows stay. Returns how many payloads were deleted.
 */
export async function forgetMessages({ db, settings }: Pick<Context, 'db' | 'settings'>): Promise<number> {
  const days = settings.outbox_keep_days ?? standardDays
  for (let forgotten = 0; ; ) {
    const { rowCount } = await db.execute(sql`
      update outbox set payload = '{}' where (shop_id, id) in (
        select shop_id, id from outbox where payload <> '{}'::jsonb
          and coalesce(sent_at, stopped_at, failed_at) < now() - ${days} * interval '1 day' limit ${batch})`)
    forgotten += rowCount ?? 0
    if ((rowCount ?? 0) < batch) return forgotten
  }
}
