import type { Db } from '@kushi/db/connect'
import { access_token } from '@kushi/db/schema/customer'
import { preparedStatement } from '@kushi/db/statement'
import { SESSION_DAYS } from '@kushi/values/limits'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Clock, Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { ShopError } from '../../shop-error.ts'
import { loadCustomer } from './internal/load-customer.ts'
import { accessTokenOfSessionKey } from './internal/session-key.ts'
import { hashToken } from './internal/token.ts'
import { recordSecurityEvent } from './record-security-event.ts'
import { revokeSession } from './revoke-session.ts'

const DAY_MS = 86_400_000

const daysAfter = (date: Date, days: number) => date.getTime() + days * DAY_MS

/** Returns when a session that began at `begun` and is used now expires. */
export const sessionExpiryFrom = (now: Date, begun: Date = now): Date =>
  new Date(Math.min(daysAfter(now, SESSION_DAYS.unused), daysAfter(begun, SESSION_DAYS.longest)))

/** Sliding expiry, written at most once a day: a write for every request would cost more than the request. */
const shouldExtend = (session: { seen_at: Date }, now: Date): boolean =>
  now.getTime() - session.seen_at.getTime() >= DAY_MS

/** Returns the member whose token the request carries. */
export const whoAmI: Handler<'POST /v1/common/me'> = (ctx) => loadCustomer(ctx, ctx.customer_id)

/** ログアウト. Returns the same with an invalid token and without a token. */
export const logOut: Handler<'POST /v1/common/logout'> = async (ctx) => {
  if (ctx.token_hash) await revokeSession(ctx.db, ctx.clock, ctx.shop_id, ctx.token_hash)
  if (ctx.customer_id !== null) await recordSecurityEvent(ctx, 'logout', ctx.customer_id)
  ctx.keepSession?.(null)
  return {}
}

/**
 * Returns the token of a session again, for a browser that lost it but still has the server's cookie. Another site can
 * neither send the cookie (SameSite=Strict) nor read the response. Rejects requests without `x-client-id`, which a form
 * on another site can't set.
 */
export const refreshSession: Handler<'POST /v1/common/session/refresh'> = async (ctx) => {
  await consumeLimit(ctx, 'one_time_token', { address: ctx.ip })
  const access_token = ctx.session_key && ctx.client_id ? accessTokenOfSessionKey(ctx.session_key) : null
  const session = access_token && (await findSession(ctx.db, ctx.clock, ctx.shop_id, hashToken(access_token)))
  if (!access_token || !session) {
    ctx.keepSession?.(null)
    throw new ShopError(401, 'ERROR_UNAUTHORIZED', 'ログインしてください。')
  }
  ctx.keepSession?.(ctx.session_key ?? null)
  return { access_token, customer: await loadCustomer(ctx, session.customer_id) }
}

/** Runs on every request of a member. */
const query = preparedStatement('find_session', (db) =>
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
      .set({ seen_at: now, expires_at: sessionExpiryFrom(now, session.created_at) })
      .where(
        and(
          eq(access_token.shop_id, shop_id),
          eq(access_token.token_hash, token_hash),
          isNull(access_token.revoked_at),
        ),
      )
  return { customer_id: session.customer_id }
}
