import { customer } from '@kushi/db/schema/customer'
import { userMessage } from '@kushi/values/user-message'
import { and, eq } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { revokeAllSessions } from '../session/index.ts'
import { removeLineLink } from './remove-line-link.ts'
import { loadSocialLine } from './social-line.ts'

/**
 * LINE連携の解除. Ends the member's other sessions that began with a LINE login. Refused without a password, because the
 * member could no longer log in.
 */
export const unlinkLine: Handler<'DELETE /v1/common/social/line'> = async (ctx) => {
  await ctx.db.transaction(async (tx) => {
    const mine = and(eq(customer.id, ctx.customer_id), eq(customer.shop_id, ctx.shop_id))
    const [before] = await tx.select().from(customer).where(mine).for('no key update')
    if (!before) throw notFound()
    if (before.line_id === null) return
    if (before.password_hash === null)
      throw new ShopError(409, 'ERROR_PASSWORD_NOT_SET', userMessage('line_only_login'))
    await removeLineLink(tx, ctx, ctx.customer_id)
    await revokeAllSessions(tx, ctx.clock, ctx.shop_id, ctx.customer_id, ctx.token_hash, 'line')
  })
  return loadSocialLine(ctx)
}
