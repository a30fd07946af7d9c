import { providerActor } from '@kushi/shop/actor'
import { receivePaymentNotice } from '@kushi/shop/subscription/first-order'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import type { RequestContext } from './implement.ts'

/** What GMO takes for 受信成功 and 受信失敗; after the latter it sends the notice again. */
const received = '0'
const failed = '1'

/**
 * 結果通知プログラム of GMO. Anybody can post here, so nothing but our own number is read from it, and GMO is asked what is
 * true of that. A notice for another shop, or of no number, is none.
 */
export function mountPaymentNotification(app: Hono, { config, log }: Deps, contextOf: RequestContext): void {
  app.post('/v1/payment/gmo/notification', async (c) => {
    const text = await c.req.text()
    const form = new URLSearchParams(text)
    const provider_order_id = form.get('OrderID') ?? ''
    if (form.get('ShopID') !== config.gmo.shop_id || !/^[A-Za-z0-9-]{1,27}$/.test(provider_order_id))
      return c.text(received)
    try {
      const ctx = { ...(await contextOf(c)), actor: providerActor('GMO') }
      await receivePaymentNotice(ctx, { provider_order_id, text: `gmo\n${text}` })
      return c.text(received)
    } catch (error) {
      log.warn({ err: error, provider_order_id }, 'payment notice not followed')
      return c.text(failed)
    }
  })
}
