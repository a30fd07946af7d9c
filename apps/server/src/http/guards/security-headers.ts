import type { MiddlewareHandler } from 'hono'

/** Headers of every response, including cached ones; pages add their Content-Security-Policy. */
export const securityHeaderFields = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** The policy of a page that we write by hand: it has a style and maybe a form, and loads nothing. */
export const staticPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/** The one that a page may have of its own. */
const OPENER = 'cross-origin-opener-policy'
const fields = Object.entries(securityHeaderFields)

/** Set on the response itself: `c.header` would create a new response with a stream around its body for each header. */
export const securityHeadersMiddleware: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  for (const [name, value] of fields) if (name !== OPENER || !headers.has(name)) headers.set(name, value)
  if (c.req.path.startsWith('/v1/') && !headers.has('cache-control')) headers.set('cache-control', 'no-store')
}
