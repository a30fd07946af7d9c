import { providerActor } from '@kushi/shop/actor'
import { receiveWebhook } from '@kushi/shop/line/receive-webhook'
import type { Hono } from 'hono'
import type { RequestContext } from './implement.ts'

/**
 * Where LINE tells what happens at the official account. The signature is of the bytes as they came, so it is checked
 * before anything reads them.
 */
export function mountLineWebhook(app: Hono, contextOf: RequestContext): void {
  app.post('/v1/line/webhook', async (c) => {
    const ctx = await contextOf(c)
    const raw = new Uint8Array(await c.req.arrayBuffer())
    if (!ctx.ports.line_messaging.isSigned(raw, c.req.header('x-line-signature') ?? '')) return c.text('', 401)
    await receiveWebhook({ ...ctx, actor: providerActor('LINE') }, JSON.parse(new TextDecoder().decode(raw)))
    return c.text('')
  })
}
