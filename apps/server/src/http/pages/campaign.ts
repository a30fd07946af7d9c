import { lineLoginRedirectUri, startCampaignVisit } from '@kushi/shop/people/line/start-campaign'
import { trackAdvertisement } from '@kushi/shop/people/line/track-advertisement'
import { ShopError } from '@kushi/shop/shop-error'
import { AD_TRACKING_TIMING_ID } from '@kushi/values/line'
import type { Hono } from 'hono'
import type { RequestContext } from '../mount-calls.ts'

/**
 * `/v1/line/campaign/<adcd>`: the URL printed on leaflets. It leads through LINE Login to the shop, and to the shop on
 * any failure.
 */
export function mountCampaign(app: Hono, contextOf: RequestContext): void {
  const orElse = async (way: () => Promise<string>, otherwise: string) => {
    try {
      return await way()
    } catch (error) {
      if (error instanceof ShopError) return otherwise
      throw error
    }
  }
  app.get('/v1/line/campaign/:adcd', async (c) => {
    const adcd = c.req.param('adcd').slice(0, 64)
    const ctx = await contextOf(c)
    return c.redirect(await orElse(async () => (await startCampaignVisit(ctx, adcd)).location, '/sh/'), 303)
  })
  app.get('/v1/line/campaign-callback', async (c) => {
    const { code = '', state = '' } = c.req.query()
    const ctx = await contextOf(c)
    const redirect_uri = lineLoginRedirectUri(ctx)
    const way = async () => {
      const tracked = await trackAdvertisement(ctx, { code, state, redirect_uri, add_timing_id: AD_TRACKING_TIMING_ID })
      return `/sh/?${new URLSearchParams({ adcd: tracked.adcd, ad_user_id: tracked.ad_user_id })}`
    }
    return c.redirect(await orElse(way, '/sh/'), 303)
  })
}
