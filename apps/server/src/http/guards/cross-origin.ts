import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import type { Config } from '../../config/config.ts'

/**
 * CORS for the sites in `API_ORIGINS`: with a token, never with a cookie. Pages of other sites cannot read a response.
 */
export function crossOriginMiddleware({ api_origins }: Pick<Config, 'api_origins'>) {
  const allow = cors({
    origin: (origin) => (api_origins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'authorization',
      'content-type',
      'accept-language',
      'x-shop-id',
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
      'x-client-id',
      'x-timestamp',
      'x-nonce',
      'x-signature',
    ],
    exposeHeaders: ['x-request-id', 'retry-after'],
    maxAge: 600,
  })
  return createMiddleware(async (c, next) => {
    if (api_origins.includes(c.req.header('origin') ?? '')) return allow(c, next)
    await next()
    // A response that a cache stored for another origin must not be served to this one.
    if (api_origins.length > 0) c.res.headers.append('vary', 'origin')
  })
}
