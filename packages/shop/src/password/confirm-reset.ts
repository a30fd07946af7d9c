import { hashPassword } from '@kushi/db/password'
import type { Verb } from '../context.ts'
import { takeLimit } from '../limit/index.ts'
import { findToken, useToken } from '../one-time-token/index.ts'
import { deliverOutbox } from '../outbox/index.ts'
import { refusePassword } from './internal/password-failures.ts'
import { setPassword } from './internal/set-password.ts'

/**
 * パスワードの再設定. The link works once. Every session ends, including those of someone who may have known the old password.
 */
export const confirmReset: Verb<'PATCH /v1/common/reset-password_confirm/'> = async (ctx, { token, password }) => {
  await takeLimit(ctx, 'one_time_token', { address: ctx.ip })
  // Checks the token first, because hashing a password is slow on purpose.
  await findToken(ctx.db, ctx, 'reset_password', token)
  await refusePassword(ctx, password)
  const hash = await hashPassword(password)
  await ctx.db.transaction(async (tx) => {
    const { customer_id } = await useToken(tx, ctx, 'reset_password', token)
    await setPassword(tx, ctx, customer_id, hash, 'password_reset')
  })
  ctx.afterwards(async () => void (await deliverOutbox(ctx)))
  return {}
}
