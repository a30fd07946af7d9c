import { withWaitBudget } from '@kushi/db/wait-budget'
import { answerInitCall } from '@kushi/shop/people/session/answer-init'
import { Hono } from 'hono'
import { maxBodyBytesOf, mountAdmin } from './admin/mount-admin.ts'
import { callBindings } from './calls.ts'
import type { Deps } from './deps/deps.ts'
import { mountExtensionCalls } from './extensions/mount-calls.ts'
import { extensions } from './extensions/registered.ts'
import { mountApiProxy } from './http/api-proxy.ts'
import { compressMiddleware } from './http/compress.ts'
import { answerFailure, answerNotFound } from './http/failure.ts'
import { limitBodyBytes } from './http/guards/body-size.ts'
import { closedShopContext } from './http/guards/closed-shop-guard.ts'
import { crossOriginMiddleware } from './http/guards/cross-origin.ts'
import { securityHeadersMiddleware } from './http/guards/security-headers.ts'
import { mountHealth } from './http/health.ts'
import { mountApplePayDomain } from './http/hooks/apple-pay-domain.ts'
import { mountLineWebhook } from './http/hooks/line-webhook.ts'
import { mountOneClickUnsubscribe } from './http/hooks/one-click-unsubscribe.ts'
import { mountPaymentNotification } from './http/hooks/payment-notification.ts'
import { mountPaymentReturn } from './http/hooks/payment-return.ts'
import { logRequest } from './http/log-request.ts'
import { allowedMethodsOf, answerOptionsOr405 } from './http/methods.ts'
import { mountCalls } from './http/mount-calls.ts'
import { mountAdFrames } from './http/pages/ad-frames.ts'
import { mountAsOf, previewCallContext } from './http/pages/as-of.ts'
import { mountCampaign } from './http/pages/campaign.ts'
import { mountPictures } from './http/pages/pictures.ts'
import { mountProductFeed } from './http/pages/product-feed.ts'
import { mountSandboxShop } from './http/pages/sandbox-shop.ts'
import { requestContext } from './http/request-context.ts'
import { mountSandbox, sandboxHosts } from './http/sandbox-proxy.ts'
import { mountMcp } from './mcp/mount-mcp.ts'
import { mountApiDocuments } from './openapi/api-documents.ts'
import { traceRequest } from './trace/trace-request.ts'

/**
 * Total time in milliseconds that a request waits for the database. Waiting for providers is not included, so that
 * their results can still be recorded. The sandbox's clock and the admin's lists have no such limit.
 */
const databaseWaitMs = 12_000
const takesItsTime = /^\/(sandbox|admin\/v1)\//

/** An inquiry has photographs, in base64; a little more than allowed is read, so that the answer can say so. */
const mostOf = (path: string) => (path === '/v1/contact/complete/mail' ? 15 : 0.25) * 1024 * 1024

/** The HTTP side of the shop without its pages: API, health checks, and the simulators' pages. */
export function createApp(deps: Deps): Hono {
  const app = new Hono()
  const contextOf = requestContext(deps)
  const contextOfGuest = closedShopContext(deps, contextOf)
  const contextOfVisitor = previewCallContext(deps, contextOfGuest)
  app.onError(answerFailure(deps.log))
  const methods = allowedMethodsOf(app)
  app.notFound((c) => answerOptionsOr405(c, methods(c.req.path)) ?? answerNotFound(c))
  app.use(traceRequest(deps))
  app.use(logRequest(deps))
  app.use((_, next) => deps.delivering(next))
  app.use(securityHeadersMiddleware)
  app.use((c, next) => (takesItsTime.test(c.req.path) ? next() : withWaitBudget(databaseWaitMs, next)))
  app.use('/sandbox/*', sandboxHosts(deps.config))
  app.use(compressMiddleware)
  app.use(limitBodyBytes((c) => (c.req.path.startsWith('/admin/v1/') ? maxBodyBytesOf(c.req) : mostOf(c.req.path))))
  for (const path of ['/v1/*', '/admin/v1/*', '/mcp'])
    app.use(path, async (_, next) => {
      await deps.scheduledChanges.catchUp()
      await next()
    })
  for (const path of ['/v1/*', '/postcodes/*']) app.use(path, crossOriginMiddleware(deps.config))
  mountHealth(app, deps)
  mountApiDocuments(app, deps.config.public_url)
  mountApiProxy(app, deps)
  app.get('/v1/common/init', async (c) => {
    const header = (name: string) => c.req.header(name) ?? ''
    const signed = { timestamp: header('x-timestamp'), nonce: header('x-nonce'), signature: header('x-signature') }
    return c.json({
      data: await answerInitCall(await contextOfVisitor(c), { client_id: header('x-client-id'), ...signed }),
    })
  })
  mountCalls(app, callBindings, contextOfVisitor, deps.config.development ? undefined : deps, deps.trace)
  mountExtensionCalls(app, extensions, contextOfVisitor, deps.config)
  mountAdmin(app, deps, contextOf)
  mountAsOf(app, deps)
  mountApplePayDomain(app, deps)
  mountPaymentReturn(app, deps, contextOf)
  mountPaymentNotification(app, deps, contextOf)
  mountOneClickUnsubscribe(app, contextOf)
  mountCampaign(app, contextOf)
  mountAdFrames(app, contextOf)
  mountLineWebhook(app, contextOf)
  mountPictures(app, deps)
  mountMcp(app, deps, contextOfGuest)
  mountProductFeed(app, deps, contextOf)
  mountSandboxShop(app, deps)
  mountSandbox(app, deps)
  return app
}
