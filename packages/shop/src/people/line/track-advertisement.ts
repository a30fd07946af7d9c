import { ad_tracking } from '@kushi/db/schema/advertisement'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context, Handler } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { hashToken } from '../session/index.ts'
import { recordCampaignFriend, unknownCampaignError } from './internal/count-friend.ts'

const TEN_MINUTES = 600_000

/**
 * The return from LINE Login: `state` identifies the visit and its campaign, `code` the person. Both work once.
 * @throws ShopError ERROR_ANALYSIS_GET_ADVERTISEMENT_CODE
 */
export const trackAdvertisement: Handler<'POST /v1/line/advertisement/tracking'> = async (ctx, input) => {
  await consumeLimit(ctx, 'campaign', { address: ctx.ip })
  const now = ctx.clock.now()
  const isOpen = and(
    eq(ad_tracking.state_hash, hashToken(input.state)),
    eq(ad_tracking.shop_id, ctx.shop_id),
    eq(ad_tracking.redirect_uri, input.redirect_uri),
    isNull(ad_tracking.tracked_at),
    gt(ad_tracking.created_at, new Date(now.getTime() - TEN_MINUTES)),
  )
  // Marks the state as used before calling LINE, so that of two concurrent requests only one proceeds.
  const [visit] = await ctx.db.update(ad_tracking).set({ tracked_at: now }).where(isOpen).returning()
  if (!visit) throw unknownCampaignError()
  const line_user_id = await whoIs(ctx, input.code, input.redirect_uri)
  const { ad_user_id, adcd } = visit
  await ctx.db
    .update(ad_tracking)
    .set({ line_user_id })
    .where(and(eq(ad_tracking.shop_id, ctx.shop_id), eq(ad_tracking.ad_user_id, ad_user_id)))
  await recordCampaignFriend(ctx, ad_user_id)
  return { adcd, ad_user_id, line_user_id }
}

async function whoIs({ ports, log }: Context, code: string, redirect_uri: string): Promise<string> {
  try {
    const token = await ports.login_code.exchange(code, redirect_uri)
    const profile = token && (await ports.line_login.profile(token))
    if (profile) return profile.line_user_id
  } catch (err) {
    log.warn({ err }, 'LINE did not say who came by a campaign')
  }
  throw unknownCampaignError()
}
