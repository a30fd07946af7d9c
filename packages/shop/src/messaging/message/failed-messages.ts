import { customer } from '@kushi/db/schema/customer'
import { outbox } from '@kushi/db/schema/system'
import { and, asc, eq, not, type SQL, sql } from 'drizzle-orm'
import type { Context, QueryContext } from '../../context.ts'
import { INQUIRY_SHOP_COPY_PREFIX } from './internal/enqueue-mail.ts'
import { markOutboxWritten } from './outbox-writes.ts'

/** Messages that failed seven times and are not retried. */
const failed = (shop_id: number, more?: SQL) => and(eq(outbox.shop_id, shop_id), eq(outbox.state, 'failed'), more)

/** Returns the failed messages for operators, oldest first, without their recipients. */
export function listFailedMessages({ db, shop_id }: Pick<Context, 'db' | 'shop_id'>, limit = 100) {
  const { id, kind, dedupe_key, attempts, failed_at, error } = outbox
  return db
    .select({ id, kind, cause: dedupe_key, attempts, failed_at, error })
    .from(outbox)
    .where(failed(shop_id))
    .orderBy(asc(outbox.failed_at), asc(outbox.id))
    .limit(limit)
}

/**
 * 退会: whether a message goes to a withdrawn member and must not be retried. Exceptions: the farewell mail, and the copy
 * of an inquiry for the shop.
 */
export const sentToWithdrawnMemberCondition: SQL = sql`(exists (select from ${customer} where ${customer.shop_id} = ${outbox.shop_id}
    and ${customer.id} = ${outbox.customer_id} and ${customer.withdrawn_at} is not null)
  and ${outbox.dedupe_key} <> 'withdrawn:' || ${outbox.customer_id}::text and ${outbox.dedupe_key} not like ${`${INQUIRY_SHOP_COPY_PREFIX}%`})`

/**
 * Queues failed messages again, all of them or one, and returns how many. Skips messages whose payload has been deleted
 * or whose member has withdrawn.
 */
export async function retryFailedMessages(
  { db, shop_id }: Pick<QueryContext, 'db' | 'shop_id'>,
  id?: number,
): Promise<number> {
  const possible = and(sql`${outbox.payload} <> '{}'::jsonb`, not(sentToWithdrawnMemberCondition))
  const again = await db
    .update(outbox)
    .set({ failed_at: null, error: null, attempts: 0, next_attempt_at: sql`now()` })
    .where(failed(shop_id, id === undefined ? possible : and(possible, eq(outbox.id, id))))
    .returning({ id: outbox.id })
  markOutboxWritten(shop_id)
  return again.length
}
