import { customer } from '@kushi/db/schema/customer'
import { FRIEND_STATUS, isFriend, lineRequirement } from '@kushi/values/line'
import { and, eq } from 'drizzle-orm'
import type { Answer, Handler, MemberContext } from '../../context.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import { notFound } from '../../shop-error.ts'
import { findFriendStatus } from './internal/remember-friend.ts'

/** LINE連携の状態 of the calling member. Never a friend when the shop does not use LINE, or without a LINE account. */
export async function loadSocialLine(ctx: MemberContext): Promise<Answer<'GET /v1/common/social/line'>> {
  const [row] = await ctx.db
    .select({ line_id: customer.line_id })
    .from(customer)
    .where(and(eq(customer.id, ctx.customer_id), eq(customer.shop_id, ctx.shop_id)))
  if (!row) throw notFound()
  if (row.line_id === null) return { line_id: null, friend_status_id: null, is_friend: false }
  const friend_status_id = (await findFriendStatus(ctx, row.line_id)) ?? FRIEND_STATUS.not_added
  const isAsked = lineRequirement(await loadShop(ctx)) !== 'none'
  return { line_id: row.line_id, friend_status_id, is_friend: isAsked && isFriend(friend_status_id) }
}

export const getSocialLine: Handler<'GET /v1/common/social/line'> = (ctx) => loadSocialLine(ctx)
