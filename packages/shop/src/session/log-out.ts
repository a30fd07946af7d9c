import type { Verb } from '../context.ts'
import { noteSecurity } from './note-security.ts'
import { revokeSession } from './revoke-session.ts'

/** ログアウト. Returns the same with an invalid token and without a token. */
export const logOut: Verb<'POST /v1/common/logout'> = async (ctx) => {
  if (ctx.token_hash) await revokeSession(ctx.db, ctx.clock, ctx.shop_id, ctx.token_hash)
  if (ctx.customer_id !== null) await noteSecurity(ctx, 'logout', ctx.customer_id)
  ctx.keepSession?.(null)
  return {}
}
