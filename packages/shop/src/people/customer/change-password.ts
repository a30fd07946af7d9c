import { hashPassword } from '@kushi/db/password'
import type { Handler } from '../../context.ts'
import { checkCurrentPassword } from '../session/index.ts'
import { requireAcceptablePassword } from './internal/password-failures.ts'
import { setPassword } from './internal/set-password.ts'

/** パスワードの変更. The current session stays logged in; all others end. */
export const changePassword: Handler<'POST /v1/customer/password/change'> = async (ctx, input) => {
  await requireAcceptablePassword(ctx, input.password)
  const { id } = await checkCurrentPassword(ctx, input.current_password, 'current_password')
  const hash = await hashPassword(input.password)
  await ctx.db.transaction((tx) => setPassword(tx, ctx, id, hash, 'password_changed'))
  return {}
}
