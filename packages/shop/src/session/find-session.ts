import type { Db } from '@kushi/db/connect'
import { access_token } from '@kushi/db/schema/customer'
import { statement } from '@kushi/db/statement'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Clock } from '../context.ts'
import { expiryFrom, shouldExtend } from './lifetime.ts'

/** Runs on every request of a member. */
const query = statement('find_session', (db) =>
  db
    .select({
      customer_id: access_token.customer_id,
      created_at: access_token.created_at,
      seen_at: access_token.seen_at,
    })
    .from(access_token)
    .where(
      and(
        eq(access_token.token_hash, sql.placeholder('token_hash')),
        eq(access_token.shop_id, sql.placeholder('shop_id')),
        isNull(access_token.revoked_at),
        gt(access_token.expires_at, sql.placeholder('now')),
      ),
    ),
)

/**
 * Returns the member of a session; null if there is none, or it has expired, was revoked or belongs to another shop.
 */
export async function findSession(
  db: Db,
  clock: Clock,
  shop_id: number,
  token_hash: Buffer,
): Promise<{ customer_id: number } | null> {
  const now = clock.now()
  const [session] = await query(db, { token_hash, shop_id, now })
  if (!session) return null
  if (shouldExtend(session, now))
    await db
      .update(access_token)
      .set({ seen_at: now, expires_at: expiryFrom(now, session.created_at) })
      .where(
        and(
          eq(access_token.shop_id, shop_id),
          eq(access_token.token_hash, token_hash),
          isNull(access_token.revoked_at),
        ),
      )
  return { customer_id: session.customer_id }
}
