import type { MiddlewareHandler } from 'hono'

/** What every answer carries; pages add their Content-Security-Policy. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('x-content-type-options', 'nosniff')
  c.header('referrer-policy', 'strict-origin-when-cross-origin')
  c.header('cross-origin-opener-policy', 'same-origin')
  c.header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
  if (c.req.path.startsWith('/v1/') && !c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
}
