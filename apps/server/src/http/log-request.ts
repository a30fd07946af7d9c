import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Deps } from '../deps/deps.ts'

/**
 * The pattern of a path. The path itself may contain a postcode or any text that a visitor typed. Pages of the shop are
 * named.
 */
export function loggedPath(c: Context): string {
  const pattern = routePath(c, -1)
  return pattern === '/sh/*' && /^[\w/-]+$/.test(c.req.path) ? c.req.path : pattern
}

/** Tells a monitor a shop that is closed from one that is broken. */
export const shopStateHeader = 'x-kushi-state'
/** Value of the header `x-kushi-state` for a shop that is closed. */
export const CLOSED_SHOP_STATE = 'closed'

/** One line per request: call, duration and status; never who made it. */
export const logRequest =
  ({ log, metrics }: Pick<Deps, 'log' | 'metrics'>): MiddlewareHandler =>
  async (c, next) => {
    const requestId = randomUUID()
    c.set('requestId' as never, requestId as never)
    c.header('x-request-id', requestId)
    const began = performance.now()
    await next()
    const ms = Math.round((performance.now() - began) * 10) / 10
    // A shop that is not open answers 503 on purpose: nobody is called for it.
    const isClosed = c.res.headers.get(shopStateHeader) === CLOSED_SHOP_STATE
    const status = isClosed ? CLOSED_SHOP_STATE : c.res.status
    metrics.request({ method: c.req.method, path: routePath(c, -1), status, ms })
    const line = { request_id: requestId, method: c.req.method, path: loggedPath(c), status: c.res.status, ms }
    if (c.res.status >= 500 && !isClosed) log.error(line, 'request')
    else log.info(line, 'request')
  }
