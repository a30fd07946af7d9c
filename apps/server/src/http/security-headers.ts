import type { MiddlewareHandler } from 'hono'

/** What every answer carries, kept ones too; pages add their Content-Security-Policy. */
export const securityFields = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

const fields = Object.entries(securityFields)

/** On the answer itself: `c.header` would make a new one, with a stream around its body, for each of them. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  for (const [name, value] of fields) headers.set(name, value)
  if (c.req.path.startsWith('/v1/') && !headers.has('cache-control')) headers.set('cache-control', 'no-store')
}
