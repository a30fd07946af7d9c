import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Deps } from '../deps/deps.ts'

/**
 * A span for each request, by its route. The parent trace is accepted only from a proxy: otherwise anyone could have
 * every request recorded.
 */
export const traceRequest =
  ({ trace, config }: Pick<Deps, 'trace' | 'config'>): MiddlewareHandler =>
  async (c, next) => {
    if (!trace.isOn) return next()
    const { method } = c.req
    const parent = config.trust_proxy === 0 ? undefined : c.req.header('traceparent')
    await trace.span(
      { name: method, kind: 'server', parent, attributes: { 'http.request.method': method } },
      async (mark) => {
        await next()
        const { status } = c.res
        const route = routePath(c, -1)
        mark.rename(`${method} ${route}`)
        mark.set({ 'http.route': route, 'http.response.status_code': status })
        mark.set({ 'kushi.request_id': c.res.headers.get('x-request-id') ?? '' })
        if (status >= 500) mark.fail(String(status))
      },
    )
  }
