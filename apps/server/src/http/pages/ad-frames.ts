import { adFramePath, consumeAdFrame } from '@kushi/shop/growth/conversion/ad-frames'
import type { Hono } from 'hono'
import type { RequestContext } from '../mount-calls.ts'

/**
 * The document of an ASP's tag for the completion page's sandboxed frame. Its own policy puts it under an opaque origin, also where it is
 * opened by itself. A HEAD would use the address up.
 */
export function mountAdFrames(app: Hono, contextOf: RequestContext): void {
  app.get(`${adFramePath}:token`, async (c) => {
    const found = c.req.method === 'GET' ? await consumeAdFrame(await contextOf(c), c.req.param('token')) : null
    if (!found) return c.text('Not found', 404, { 'cache-control': 'no-store' })
    return c.html(found.html, 200, { 'content-security-policy': found.policy, 'cache-control': 'no-store' })
  })
}
