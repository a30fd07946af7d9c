import type { Context as HonoContext } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Deps } from '../deps/deps.ts'

export const SESSION_COOKIE = 'kushi_operator'
const WEEK_SECONDS = 7 * 86_400

/** `__Host-` would require `Path=/`; this cookie is sent only to the admin, never with a page of the shop. */
const attributes = (deps: Deps) =>
  ({ httpOnly: true, sameSite: 'Strict', path: '/admin', secure: deps.config.public_url.startsWith('https:') }) as const

/** Returns the token of the operator's session from the cookie; null if there is none or it is malformed. */
export const readSession = (c: HonoContext): string | null => {
  const token = getCookie(c, SESSION_COOKIE)
  return token && /^[\w-]{43}$/.test(token) ? token : null
}

/** Sets the cookie of the operator's session; null deletes it. */
export function writeSession(c: HonoContext, deps: Deps, token: string | null): void {
  if (token === null) deleteCookie(c, SESSION_COOKIE, attributes(deps))
  else setCookie(c, SESSION_COOKIE, token, { ...attributes(deps), maxAge: WEEK_SECONDS })
}
