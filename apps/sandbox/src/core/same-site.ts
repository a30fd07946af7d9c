import type { MiddlewareHandler } from 'hono'

/** Calls that the real services accept from other sites too. */
const OPEN = /^\/sandbox\/(gmo\/(token|3ds\/|payment\/)|line\/api\/|amazon\/(v2|checkout)\/)/

/**
 * Changing requests are accepted only from our own site, so that a foreign web page cannot empty a developer's sandbox.
 */
export const sameSite: MiddlewareHandler = async (c, next) => {
  const safe = c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS'
  if (!safe && c.req.header('sec-fetch-site') === 'cross-site' && !OPEN.test(c.req.path))
    return c.json({ error: 'cross-site' }, 403)
  return next()
}
