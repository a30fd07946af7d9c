import type { MiddlewareHandler } from 'hono'

/** What every answer carries, kept ones too; pages add their Content-Security-Policy. */
export const securityFields = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(securityFields)) c.header(name, value)
  if (c.req.path.startsWith('/v1/') && !c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
}
