import { returnFromCardPayment } from '@kushi/shop/payment/return-from-card-payment'
import type { Hono, Context as HonoContext } from 'hono'
import type { RequestContext } from './implement.ts'

/**
 * Where GMO sends the browser after 3-D Secure, by POST or GET with `AccessID`. Nobody is logged in on the way back
 * (the request comes from another site), so the transaction key alone says what it is about.
 */
export function mountPaymentReturn(app: Hono, contextOf: RequestContext): void {
  const handle = async (c: HonoContext) => {
    // Anybody can post anything here: what is no form is an empty one.
    const form: Record<string, unknown> =
      c.req.method === 'POST' ? await c.req.parseBody().catch(() => ({})) : c.req.query()
    const accessId = typeof form.AccessID === 'string' ? form.AccessID : ''
    const { location } = await returnFromCardPayment(await contextOf(c), { access_id: accessId })
    return c.redirect(location, 303)
  }
  app.on(['GET', 'POST'], '/v1/payment/gmo/return', handle)
}
