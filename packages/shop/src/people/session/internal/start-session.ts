import type { Queryable } from '@kushi/db/connect'
import { access_token } from '@kushi/db/schema/customer'
import type { Context } from '../../../context.ts'
import { coarseNetworkText, deviceText } from '../rules/origin.ts'
import { sessionExpiryFrom } from '../session.ts'
import { refuseBlockedMember } from './load-customer.ts'
import { accessTokenOfSessionKey, newSessionKey } from './session-key.ts'
import { hashToken } from './token.ts'

/** How a session logged in. `customer`: e-mail and password; `line`: LINE account. */
export type LoginProvider = 'customer' | 'line'

/**
 * Starts a session of the member. Returns the token; only its hash is stored.
 * @throws ShopError 403 for a blocked member
 */
export async function startSession(
  ctx: Pick<Context, 'db' | 'clock' | 'shop_id' | 'keepSession' | 'ip' | 'user_agent'>,
  customer_id: number,
  provider: LoginProvider,
  db: Queryable = ctx.db,
): Promise<string> {
  await refuseBlockedMember(db, ctx.shop_id, customer_id)
  const key = newSessionKey()
  const token = accessTokenOfSessionKey(key)
  const now = ctx.clock.now()
  await db.insert(access_token).values({
    token_hash: hashToken(token),
    shop_id: ctx.shop_id,
    customer_id,
    provider,
    device: deviceText(ctx.user_agent),
    network: coarseNetworkText(ctx.ip),
    created_at: now,
    seen_at: now,
    expires_at: sessionExpiryFrom(now),
  })
  ctx.keepSession?.(key)
  return token
}
