import { customer } from '@kushi/db/schema/customer'
import { userMessage } from '@kushi/values/user-message'
import { and, eq } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { identifyLineFriend } from './internal/identify-line.ts'
import { linkLineOrSendLink } from './save-social-account.ts'
import { loadSocialLine } from './social-line.ts'

/** 法人会員のLINE連携: only for business accounts, only for the caller's own, with the same proof as for other members. */
export const linkBusinessAccount: Handler<'POST /v1/setting/line/link-line/business-account'> = async (ctx, input) => {
  if (input.customer_id !== ctx.customer_id) throw notFound()
  const [member] = await ctx.db
    .select({ account_type: customer.account_type })
    .from(customer)
    .where(and(eq(customer.id, ctx.customer_id), eq(customer.shop_id, ctx.shop_id)))
  if (!member) throw notFound()
  if (!member.account_type) throw new ShopError(422, 'ERROR_NOT_BUSINESS', userMessage('business_only'))
  const { line_id } = await identifyLineFriend(ctx, input.line_access_token)
  await linkLineOrSendLink(ctx, line_id, input.password)
  return loadSocialLine(ctx)
}
