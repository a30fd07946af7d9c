import { providerActor } from '@kushi/shop/actor'
import { receivePaymentNotice } from '@kushi/shop/sales/order/receive-payment-notice'
import type { Hono } from 'hono'
import type { Deps } from '../../deps/deps.ts'
import { shopsOf } from '../../deps/shop-bases.ts'
import type { RequestContext } from '../implement.ts'

/** The responses that GMO expects for 受信成功 and 受信失敗; after the latter it sends the notice again. */
const received = '0'
const failed = '1'

/**
 * 結果通知プログラム of GMO. Anyone can post here, so only our own order number is read from it, and GMO is then queried for the
 * actual state. The notice is handled for the shops whose GMO account it names (several only with the stand-ins); a
 * notice for another account, or without a number, is ignored.
 */
export function mountPaymentNotification(app: Hono, deps: Deps, contextOf: RequestContext): void {
  app.post('/v1/payment/gmo/notification', async (c) => {
    const text = await c.req.text()
    const form = new URLSearchParams(text)
    const provider_order_id = form.get('OrderID') ?? ''
    if (!/^[A-Za-z0-9-]{1,27}$/.test(provider_order_id)) return c.text(received)
    try {
      for (const shop_id of await shopsOfAccount(deps, form.get('ShopID'))) {
        const ctx = { ...(await contextOf(c, shop_id)), actor: providerActor('GMO') }
        await receivePaymentNotice(ctx, { provider_order_id, text: `gmo\n${text}` })
      }
      return c.text(received)
    } catch (error) {
      deps.log.warn({ err: error, provider_order_id }, 'payment notice not followed')
      return c.text(failed)
    }
  })
}

async function shopsOfAccount(deps: Deps, account: string | null): Promise<number[]> {
  const found: number[] = []
  for (const shop_id of await shopsOf(deps.database.db))
    if ((await deps.configOf(shop_id)).gmo?.shop_id === account) found.push(shop_id)
  return found
}
