import { providerActor } from '@kushi/shop/actor'
import { receiveWebhook } from '@kushi/shop/line/receive-webhook'
import type { Hono, Context as HonoContext } from 'hono'
import type { RequestContext } from './implement.ts'

/**
 * Where LINE tells what happens at the official account of a shop: the one that the path names, or that of the host. The
 * signature, by that account's secret, is of the bytes as they came, so it is checked before anything reads them.
 */
export function mountLineWebhook(app: Hono, contextOf: RequestContext): void {
  const receive = async (c: HonoContext, shop_id?: number) => {
    const ctx = await contextOf(c, shop_id)
    const raw = new Uint8Array(await c.req.arrayBuffer())
    if (!ctx.ports.line_messaging.isSigned(raw, c.req.header('x-line-signature') ?? '')) return c.text('', 401)
    await receiveWebhook({ ...ctx, actor: providerActor('LINE') }, JSON.parse(new TextDecoder().decode(raw)))
    return c.text('')
  }
  app.post('/v1/line/webhook', (c) => receive(c))
  app.post('/v1/line/webhook/:shop{[1-9][0-9]{0,8}}', (c) => receive(c, Number(c.req.param('shop'))))
}
