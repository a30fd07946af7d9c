import { answerInit } from '@kushi/shop/environment/answer-init'
import { ShopError } from '@kushi/shop/shop-error'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Deps } from './deps.ts'
import { mountCampaign } from './http/campaign.ts'
import { docsPage } from './http/docs-page.ts'
import { answerFailure, answerNotFound } from './http/failure.ts'
import { mountHealth } from './http/health.ts'
import { type Bindings, implement } from './http/implement.ts'
import { mountLineWebhook } from './http/line-webhook.ts'
import { logRequest } from './http/log-request.ts'
import { mountOneClick } from './http/one-click-unsubscribe.ts'
import { openapi } from './http/openapi.ts'
import { mountPaymentNotification } from './http/payment-notification.ts'
import { mountPaymentReturn } from './http/payment-return.ts'
import { requestContext } from './http/request-context.ts'
import { mountSandbox } from './http/sandbox-proxy.ts'
import { mountSandboxShop } from './http/sandbox-shop.ts'
import { securityHeaders } from './http/security-headers.ts'
import { abandonment } from './routes/abandonment.ts'
import { address } from './routes/address.ts'
import { advertisement } from './routes/advertisement.ts'
import { amazon } from './routes/amazon.ts'
import { card } from './routes/card.ts'
import { cart } from './routes/cart.ts'
import { common } from './routes/common.ts'
import { contact } from './routes/contact.ts'
import { customer } from './routes/customer.ts'
import { delivery } from './routes/delivery.ts'
import { file } from './routes/file.ts'
import { line } from './routes/line.ts'
import { order } from './routes/order.ts'
import { password } from './routes/password.ts'
import { postcode } from './routes/postcode.ts'
import { product } from './routes/product.ts'
import { setting } from './routes/setting.ts'
import { subscription } from './routes/subscription.ts'

/** Every call but `init`, which is bound by its headers; a call without a verb does not compile. */
export const bindings: Omit<Bindings, 'GET /v1/common/init'> = {
  ...common,
  ...address,
  ...amazon,
  ...card,
  ...product,
  ...delivery,
  ...cart,
  ...abandonment,
  ...advertisement,
  ...customer,
  ...password,
  ...contact,
  ...line,
  ...setting,
  ...order,
  ...subscription,
  ...file,
  ...postcode,
}

const tooLarge = () => {
  throw new ShopError(413, 'ERROR_TOO_LARGE', '送信内容が大きすぎます。')
}

/** The HTTP side of the shop without its pages: API, health, the stand-ins' pages. */
export function createApp(deps: Deps): Hono {
  const app = new Hono()
  const contextOf = requestContext(deps)
  app.onError(answerFailure(deps.log))
  app.notFound(answerNotFound)
  app.use(logRequest(deps.log))
  app.use(securityHeaders)
  app.use('/v1/*', bodyLimit({ maxSize: 256 * 1024, onError: tooLarge }))
  mountHealth(app, deps)
  app.get('/v1/openapi.json', (c) => c.json(openapi()))
  app.get('/v1/docs', (c) => c.html(docsPage()))
  app.get('/v1/common/init', async (c) => {
    const header = (name: string) => c.req.header(name) ?? ''
    const signed = { timestamp: header('x-timestamp'), nonce: header('x-nonce'), signature: header('x-signature') }
    return c.json({ data: await answerInit(await contextOf(c), { client_id: header('x-client-id'), ...signed }) })
  })
  implement(app, bindings, contextOf, deps.config.development ? undefined : deps)
  mountPaymentReturn(app, contextOf)
  mountPaymentNotification(app, deps, contextOf)
  mountOneClick(app, contextOf)
  mountCampaign(app, contextOf)
  mountLineWebhook(app, contextOf)
  mountSandboxShop(app, deps)
  mountSandbox(app, deps)
  return app
}
