import type { Verb } from '../context.ts'
import { takeLimit } from '../limit/index.ts'
import { ShopError } from '../shop-error.ts'
import { findSession } from './find-session.ts'
import { loadCustomer } from './internal/load-customer.ts'
import { tokenOfKey } from './internal/session-key.ts'
import { hashToken } from './internal/token.ts'

/**
 * Returns the token of a session again, for a browser that lost it but still has the server's cookie. Another site can
 * neither send the cookie (SameSite=Strict) nor read the response. Rejects requests without `x-client-id`, which a form
 * on another site can't set.
 */
export const refreshSession: Verb<'POST /v1/common/session/refresh'> = async (ctx) => {
  await takeLimit(ctx, 'one_time_token', { address: ctx.ip })
  const access_token = ctx.session_key && ctx.client_id ? tokenOfKey(ctx.session_key) : null
  const session = access_token && (await findSession(ctx.db, ctx.clock, ctx.shop_id, hashToken(access_token)))
  if (!access_token || !session) {
    ctx.keepSession?.(null)
    throw new ShopError(401, 'ERROR_UNAUTHORIZED', 'ログインしてください。')
  }
  ctx.keepSession?.(ctx.session_key ?? null)
  return { access_token, customer: await loadCustomer(ctx, session.customer_id) }
}
