import { unsubscribe } from '@kushi/shop/sales/cart/unsubscribe'
import type { Hono } from 'hono'
import type { RequestContext } from '../mount-calls.ts'

export const oneClickUnsubscribePath = '/v1/cart-abandonments/one-click'

/**
 * RFC 8058: the mail program's own unsubscribe button posts here, without cookie or login. Only a POST unsubscribes: a
 * program that scans links before the reader sends a GET and receives the page with the button.
 */
export function mountOneClickUnsubscribe(app: Hono, contextOf: RequestContext): void {
  const tokenOf = (token: string | undefined) => (/^[\w-]{43}$/.test(token ?? '') ? token! : '')
  app.post(oneClickUnsubscribePath, async (c) => {
    await unsubscribe(await contextOf(c), { token: tokenOf(c.req.query('token')) })
    return c.text('配信を停止しました。')
  })
  app.get(oneClickUnsubscribePath, (c) => c.redirect(`/sh/unsubscribe?token=${tokenOf(c.req.query('token'))}`, 303))
}
