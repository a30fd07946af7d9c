import type { Queryable } from '@kushi/db/connect'
import { access_token } from '@kushi/db/schema/customer'
import type { Context } from '../context.ts'
import { expiryFrom } from './lifetime.ts'
import { hashToken, newToken } from './token.ts'

/** `customer`: e-mail and password; `line`: chat-app account. */
export type Provider = 'customer' | 'line'

/** A new session of the member; the token is given out here once and stored only as its hash. */
export async function startSession(
  ctx: Pick<Context, 'db' | 'clock' | 'shop_id'>,
  customer_id: number,
  provider: Provider,
  db: Queryable = ctx.db,
): Promise<string> {
  const token = newToken()
  const now = ctx.clock.now()
  await db.insert(access_token).values({
    token_hash: hashToken(token),
    shop_id: ctx.shop_id,
    customer_id,
    provider,
    created_at: now,
    expires_at: expiryFrom(now),
  })
  return token
}
