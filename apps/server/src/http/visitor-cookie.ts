import { VISITOR_COOKIE_DAYS } from '@kushi/values/experiment'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Deps } from '../deps/deps.ts'
import { browserTokenSource } from './browser-token.ts'
import { shopOfHost } from './shop-of-host.ts'

/** The browser that a page is rendered for. */
export interface PageVisitor {
  sign: () => string | null
  /** Makes the page personal, and returns the browser's sign, a new one if it has none. */
  makeSign: () => string
  /** The page is this browser's alone. */
  is_personal: boolean
  /** A sign that the browser is to keep. */
  made: string | null
}

const cookieOf = (shop_id: number) => `visitor_${shop_id}`
const SIGN_BYTES = 16
/** The form of a visitor's random sign; anything else counts as no cookie. */
const isSign = /^[\w-]{22}$/

/** Returns the sign in the browser's cookie, by which comparisons assign it to a group. */
export function visitorSign(c: HonoContext, shop_id: number): string | null {
  const sign = getCookie(c, cookieOf(shop_id))
  return sign !== undefined && isSign.test(sign) ? sign : null
}

function pageVisitor(sent: () => string | null): PageVisitor {
  const { read, make } = browserTokenSource(sent, SIGN_BYTES, (made) => {
    visitor.made = made
  })
  const visitor: PageVisitor = {
    is_personal: false,
    made: null,
    sign: read,
    makeSign() {
      visitor.is_personal = true
      return make()
    },
  }
  return visitor
}

/**
 * Middleware for 申し込みページ with a running comparison, which shows one of several variants. Only then a page depends on
 * the browser: no shared cache may store it, and the browser keeps a sign, which contains nothing about the visitor.
 */
export const visitorCookieMiddleware =
  (deps: Deps): MiddlewareHandler<{ Variables: { visitor?: PageVisitor } }> =>
  async (c, next) => {
    const shopId = () => shopOfHost(deps.config, c.req.header('host'))
    const visitor = pageVisitor(() => visitorSign(c, shopId()))
    c.set('visitor', visitor)
    await next()
    if (!visitor.is_personal) return
    c.res.headers.set('cache-control', 'private, no-cache')
    if (visitor.made !== null) keepSign(c, shopId(), visitor.made, deps.config.public_url)
  }

function keepSign(c: HonoContext, shop_id: number, sign: string, public_url: string): void {
  setCookie(c, cookieOf(shop_id), sign, {
    path: '/',
    maxAge: VISITOR_COOKIE_DAYS * 86_400,
    sameSite: 'Lax',
    httpOnly: true,
    secure: public_url.startsWith('https:'),
  })
}

/**
 * The browser that calls the API from a page of the shop; null: it is none, or may not keep the cookie, so that it would be
 * another visitor each time.
 */
export function visitorOfCall(
  c: HonoContext,
  shop_id: number,
  public_url: string,
): Pick<PageVisitor, 'sign' | 'makeSign'> | null {
  const from = c.req.header('sec-fetch-site')
  if (from !== 'same-origin' && from !== 'same-site') return null
  const sent = () => visitorSign(c, shop_id)
  const { read, make } = browserTokenSource(sent, SIGN_BYTES, (made) => keepSign(c, shop_id, made, public_url))
  return { sign: read, makeSign: make }
}
