import type { Hono, Context as HonoContext } from 'hono'

/**
 * Returns a function that lists the methods of a path, for `Allow`; empty if there is no such path. It is called only
 * when no route matched, after all routes are mounted.
 */
export function allowedMethodsOf(app: Hono): (path: string) => string[] {
  let known: { method: string; segments: string[] }[] | undefined
  return (path) => {
    // A route mounted for every method is a middleware or answers by itself.
    known ??= app.routes
      .filter(({ method }) => method !== 'ALL')
      .map((route) => ({ method: route.method, segments: route.path.split('/') }))
    const given = path.split('/')
    const methods = new Set(known.filter(({ segments }) => fits(segments, given)).map(({ method }) => method))
    if (methods.size === 0) return []
    if (methods.has('GET')) methods.add('HEAD')
    return [...methods.add('OPTIONS')].sort()
  }
}

function fits(pattern: string[], given: string[]): boolean {
  if (pattern.at(-1) === '*')
    return given.length >= pattern.length && fits(pattern.slice(0, -1), given.slice(0, pattern.length - 1))
  return (
    pattern.length === given.length &&
    pattern.every((one, n) => (one.startsWith(':') ? given[n] !== '' : one === given[n]))
  )
}

/**
 * Answers OPTIONS with 204 and a wrong method with 405, both with `Allow`. Returns null if there is no such path, or
 * if it has the method.
 */
export function answerOptionsOr405(c: HonoContext, methods: string[]): Response | null {
  if (methods.length === 0) return null
  const allow = { allow: methods.join(', ') }
  if (c.req.method === 'OPTIONS') return c.body(null, 204, allow)
  if (methods.includes(c.req.method)) return null
  const message = 'この操作は受け付けていません。'
  return c.json({ meta: { code: 405, error: 'ERROR_METHOD_NOT_ALLOWED', message } }, 405, allow)
}
