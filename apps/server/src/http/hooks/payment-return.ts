import { returnFromPayment } from '@kushi/shop/sales/checkout/return-from-payment'
import { findShopByReturnKey } from '@kushi/shop/sales/checkout/shop-of-return'
import { returnFromLink } from '@kushi/shop/sales/subscription/pay-by-link'
import { PAYMENT_METHODS } from '@kushi/values/payment-method'
import type { Hono, Context as HonoContext } from 'hono'
import type { Deps } from '../../deps/deps.ts'
import { grantCheckoutPass } from '../guards/closed-shop-guard.ts'
import type { RequestContext } from '../mount-calls.ts'
import { postedJsonFields, postedText } from './posted.ts'

type Returning = NonNullable<(typeof PAYMENT_METHODS)[number]['returning']>

/**
 * The URL to which a provider sends the browser back, by POST or GET. The request comes from another site without a
 * session, so only the key identifies the attempt and its shop.
 */
export function mountPaymentReturn(app: Hono, deps: Deps, contextOf: RequestContext): void {
  const handle =
    ({ key, within }: Returning) =>
    async (c: HonoContext) => {
      // Anyone can post anything here: a body that is no form counts as an empty one.
      const form: Record<string, unknown> =
        c.req.method === 'POST' ? await c.req.parseBody().catch(() => ({})) : c.req.query()
      const value = postedText(form[key])
      const return_key =
        within === undefined ? value : postedText(postedJsonFields(Buffer.from(value, 'base64url').toString())[within])
      const of = await findShopByReturnKey(deps.database.db, return_key)
      const ctx = await contextOf(c, of?.shop_id)
      const { location } = (await returnFromLink(ctx, return_key)) ?? (await returnFromPayment(ctx, return_key))
      if (of?.is_under_way) await grantCheckoutPass(deps, c, of.shop_id)
      return c.redirect(location, 303)
    }
  for (const { returning } of PAYMENT_METHODS)
    if (returning) app.on(['GET', 'POST'], returning.hook ?? returning.path, handle(returning))
}
