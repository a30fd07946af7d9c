import { customer } from '@kushi/db/schema/customer'
import { userMessage } from '@kushi/values/user-message'
import { and, eq } from 'drizzle-orm'
import type { MemberContext } from '../../../context.ts'
import { consumeLimit, releaseLimitUse } from '../../../foundation/limit/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { matchesPasswordHash, upgradeForeignPasswordHash } from './check-password.ts'

/**
 * Returns the member after checking their current password; limited like a login.
 * @throws ShopError 422 ERROR_PASSWORD_WRONG at the field `path`
 */
export async function checkCurrentPassword(ctx: MemberContext, password: string, path: string) {
  const guess = { account: String(ctx.customer_id), address: ctx.ip }
  await consumeLimit(ctx, 'password_check', guess)
  const [member] = await ctx.db
    .select()
    .from(customer)
    .where(and(eq(customer.id, ctx.customer_id), eq(customer.shop_id, ctx.shop_id)))
  if (!member) throw notFound()
  const { id, password_hash } = member
  if (password_hash && (await matchesPasswordHash(ctx, password, password_hash))) {
    await releaseLimitUse(ctx, 'password_check', guess)
    await upgradeForeignPasswordHash(ctx, { id, password_hash }, password)
    return member
  }
  const message = password_hash
    ? userMessage('current_password_wrong')
    : 'パスワードが登録されていません。ログイン画面の「パスワードを忘れた方」からご登録ください。'
  const fields = [{ path, message_id: 'current_password_wrong', message }]
  throw new ShopError(422, 'ERROR_PASSWORD_WRONG', message, { fields })
}
