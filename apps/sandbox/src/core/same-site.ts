import type { MiddlewareHandler } from 'hono'

/** Calls that the real services take from other sites too. */
const OPEN = /^\/sandbox\/(gmo\/(token|3ds\/|payment\/)|line\/api\/|amazon\/(v2|checkout)\/)/

/** A page somewhere on the web must not empty a developer's sandbox: what changes something comes from our own site. */
export const sameSite: MiddlewareHandler = async (c, next) => {
  const safe = c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS'
  if (!safe && c.req.header('sec-fetch-site') === 'cross-site' && !OPEN.test(c.req.path))
    return c.json({ error: 'cross-site' }, 403)
  return next()
}
