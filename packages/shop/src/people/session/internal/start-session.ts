import type { Queryable } from '@kushi/db/connect'
import { access_token } from '@kushi/db/schema/customer'
import type { Context } from '../../../context.ts'
import { deviceOf, networkOf } from '../rules/origin.ts'
import { expiryFrom } from '../session.ts'
import { refuseBlocked } from './load-customer.ts'
import { newSessionKey, tokenOfKey } from './session-key.ts'
import { hashToken } from './token.ts'

/** `customer`: e-mail and password; `line`: LINE account. */
export type Provider = 'customer' | 'line'

/**
 * Starts a session of the member. Returns the token, of which only the hash is stored. @throws ShopError 403 for a
 * blocked member
 */
export async function startSession(
  ctx: Pick<Context, 'db' | 'clock' | 'shop_id' | 'keepSession' | 'ip' | 'user_agent'>,
  customer_id: number,
  provider: Provider,
  db: Queryable = ctx.db,
): Promise<string> {
  await refuseBlocked(db, ctx.shop_id, customer_id)
  const key = newSessionKey()
  const token = tokenOfKey(key)
  const now = ctx.clock.now()
  await db.insert(access_token).values({
    token_hash: hashToken(token),
    shop_id: ctx.shop_id,
    customer_id,
    provider,
    device: deviceOf(ctx.user_agent),
    network: networkOf(ctx.ip),
    created_at: now,
    seen_at: now,
    expires_at: expiryFrom(now),
  })
  ctx.keepSession?.(key)
  return token
}
