import { access_token } from '@kushi/db/schema/customer'
import { and, eq, gt } from 'drizzle-orm'
import type { MemberContext } from '../../../context.ts'
import { checkCurrentPassword } from '../../session/index.ts'

const FRESH_MS = 10 * 60_000

/**
 * Returns whether the calling member has proved their password: with this request, or at a login in the last ten
 * minutes. A session alone is not enough to link LINE, because a stolen session would give the thief permanent access.
 * @throws ShopError 422 ERROR_PASSWORD_WRONG beside `password`
 */
export async function requireProvenPassword(ctx: MemberContext, password: string | undefined): Promise<boolean> {
  if (password !== undefined) return (await checkCurrentPassword(ctx, password, 'password')) !== null
  if (!ctx.token_hash) return false
  const [fresh] = await ctx.db
    .select({ id: access_token.id })
    .from(access_token)
    .where(
      and(
        eq(access_token.token_hash, ctx.token_hash),
        eq(access_token.shop_id, ctx.shop_id),
        eq(access_token.customer_id, ctx.customer_id),
        eq(access_token.provider, 'customer'),
        gt(access_token.created_at, new Date(ctx.clock.now().getTime() - FRESH_MS)),
      ),
    )
  return fresh !== undefined
}
