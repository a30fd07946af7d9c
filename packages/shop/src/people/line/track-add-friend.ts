import { ad_tracking } from '@kushi/db/schema/advertisement'
import { and, eq } from 'drizzle-orm'
import type { Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { recordCampaignFriend, unknownCampaignError } from './internal/count-friend.ts'

/**
 * 友だち追加の計測: may be called at any time after the login.
 * @throws ShopError ERROR_ANALYSIS_GET_ADVERTISEMENT_CODE for a visit of another person
 */
export const trackAddFriend: Handler<'POST /v1/line/advertisement/tracking/add-friend'> = async (ctx, input) => {
  await consumeLimit(ctx, 'campaign', { address: ctx.ip })
  const { ad_user_id, line_user_id } = input
  const theirs = and(eq(ad_tracking.shop_id, ctx.shop_id), eq(ad_tracking.line_user_id, line_user_id))
  const [visit] = await ctx.db
    .select({ ad_user_id: ad_tracking.ad_user_id })
    .from(ad_tracking)
    .where(and(eq(ad_tracking.ad_user_id, ad_user_id), theirs))
  if (!visit) throw unknownCampaignError()
  return { is_counted: await recordCampaignFriend(ctx, ad_user_id) }
}
