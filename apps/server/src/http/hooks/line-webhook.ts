import { providerActor } from '@kushi/shop/actor'
import { receiveLineWebhook } from '@kushi/shop/people/line/receive-webhook'
import type { Hono, Context as HonoContext } from 'hono'
import type { RequestContext } from '../mount-calls.ts'

/**
 * Receives LINE's webhook events for a shop's official account: the shop in the path, or that of the host. The
 * signature, made with that account's secret, covers the raw bytes, so it is checked before they are parsed.
 */
export function mountLineWebhook(app: Hono, contextOf: RequestContext): void {
  const receive = async (c: HonoContext, shop_id?: number) => {
    const ctx = await contextOf(c, shop_id)
    const raw = new Uint8Array(await c.req.arrayBuffer())
    if (!ctx.ports.line_messaging.isSigned(raw, c.req.header('x-line-signature') ?? '')) return c.text('', 401)
    const body = parsed(raw)
    if (body === undefined) return c.text('', 400)
    await receiveLineWebhook({ ...ctx, actor: providerActor('LINE') }, body)
    return c.text('')
  }
  app.post('/v1/line/webhook', (c) => receive(c))
  app.post('/v1/line/webhook/:shop{[1-9][0-9]{0,8}}', (c) => receive(c, Number(c.req.param('shop'))))
}

/** undefined: no JSON. */
function parsed(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(raw))
  } catch {
    return undefined
  }
}
