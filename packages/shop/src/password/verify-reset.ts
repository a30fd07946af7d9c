import type { Verb } from '../context.ts'
import { takeLimit } from '../limit/index.ts'
import { findToken } from '../one-time-token/index.ts'

/** Checks whether the link is still valid, before the member types a new password. */
export const verifyReset: Verb<'POST /v1/common/reset-password/verify'> = async (ctx, { token }) => {
  await takeLimit(ctx, 'one_time_token', { address: ctx.ip })
  const { expires_at } = await findToken(ctx.db, ctx, 'reset_password', token)
  return { is_valid: true, expires_at: expires_at.toISOString() }
}
