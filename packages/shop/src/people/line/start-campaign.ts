import { ad_campaign, ad_tracking } from '@kushi/db/schema/advertisement'
import { AD_TRACKING_TIMING_ID } from '@kushi/values/line'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { shopUrl } from '../../foundation/setting/index.ts'
import { hashToken, newToken } from '../session/index.ts'
import { unknownCampaignError } from './internal/count-friend.ts'

/** The URL to which LINE Login redirects a campaign's visitors. */
export const lineLoginRedirectUri = ({ settings, shop_id }: Pick<Context, 'settings' | 'shop_id'>) =>
  `${shopUrl(settings, shop_id)}/v1/line/campaign-callback`

/**
 * Opens a campaign's address: redirects through LINE Login, whose one-time `state` identifies the visitor.
 * @throws ShopError ERROR_ANALYSIS_GET_ADVERTISEMENT_CODE when no open campaign has the code
 */
export async function startCampaignVisit(ctx: Context, adcd: string): Promise<{ location: string }> {
  await consumeLimit(ctx, 'campaign', { address: ctx.ip })
  const mine = and(eq(ad_campaign.shop_id, ctx.shop_id), eq(ad_campaign.adcd, adcd), eq(ad_campaign.is_open, true))
  const [campaign] = await ctx.db.select({ adcd: ad_campaign.adcd }).from(ad_campaign).where(mine)
  if (!campaign) throw unknownCampaignError()
  const state = newToken()
  const redirect_uri = lineLoginRedirectUri(ctx)
  await ctx.db.insert(ad_tracking).values({
    ad_user_id: newToken(),
    shop_id: ctx.shop_id,
    adcd,
    add_timing_id: AD_TRACKING_TIMING_ID,
    redirect_uri,
    state_hash: hashToken(state),
    created_at: ctx.clock.now(),
  })
  return { location: ctx.ports.login_code.authorizeUrl({ state, redirect_uri }) }
}
