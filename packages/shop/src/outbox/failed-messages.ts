import { outbox } from '@kushi/db/schema/system'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

/** Messages that were tried seven times and rest. */
const failed = (shop_id: number, more?: SQL) => and(eq(outbox.shop_id, shop_id), eq(outbox.state, 'failed'), more)

/** For the operator: what was not delivered, the oldest first, without whom it was for. */
export function listFailedMessages({ db, shop_id }: Pick<Context, 'db' | 'shop_id'>, limit = 100) {
  const { id, kind, dedupe_key, attempts, failed_at, error } = outbox
  return db
    .select({ id, kind, cause: dedupe_key, attempts, failed_at, error })
    .from(outbox)
    .where(failed(shop_id))
    .orderBy(asc(outbox.failed_at), asc(outbox.id))
    .limit(limit)
}

/** Lets them be tried anew, all or one; returns how many. What they said may have been forgotten meanwhile: those rest. */
export async function retryFailedMessages(
  { db, shop_id }: Pick<Context, 'db' | 'shop_id'>,
  id?: number,
): Promise<number> {
  const known = sql`${outbox.payload} <> '{}'::jsonb`
  const again = await db
    .update(outbox)
    .set({ failed_at: null, error: null, attempts: 0, next_attempt_at: sql`now()` })
    .where(failed(shop_id, id === undefined ? known : and(known, eq(outbox.id, id))))
    .returning({ id: outbox.id })
  return again.length
}
