import { randomBytes } from 'node:crypto'
import { VISITOR_SIGN_DAYS } from '@kushi/values/experiment'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Deps } from '../deps/deps.ts'
import { shopOfHost } from './shop-of-host.ts'

/** The browser that a page is rendered for. */
export interface PageVisitor {
  sign: string | null
  /** The page depends on the browser. */
  isTaken: boolean
  /** Makes the page depend on the browser, and returns its sign, a new one if it has none. */
  take(): string
}

const cookieOf = (shop_id: number) => `visitor_${shop_id}`
/** Signs are random; what is none is as good as no cookie. */
const isSign = /^[\w-]{22}$/

/** The sign in the browser's cookie, by which it is assigned in comparisons. */
export function visitorSign(c: HonoContext, shop_id: number): string | null {
  const sign = getCookie(c, cookieOf(shop_id))
  return sign !== undefined && isSign.test(sign) ? sign : null
}

function pageVisitor(sign: string | null): PageVisitor {
  return {
    sign,
    isTaken: false,
    take() {
      this.isTaken = true
      this.sign ??= randomBytes(16).toString('base64url')
      return this.sign
    },
  }
}

/**
 * 申し込みページ, of which a comparison may show one of several. Only while one runs does a page depend on the browser: then no
 * shared cache may store it, and the browser keeps its sign, which contains nothing about the visitor.
 */
export const pagesOfVisitor =
  (deps: Deps): MiddlewareHandler<{ Variables: { visitor?: PageVisitor } }> =>
  async (c, next) => {
    const shop_id = shopOfHost(deps.config, c.req.header('host'))
    const known = visitorSign(c, shop_id)
    const visitor = pageVisitor(known)
    c.set('visitor', visitor)
    await next()
    if (!visitor.isTaken) return
    c.res.headers.set('cache-control', 'private, no-cache')
    if (known !== null) return
    setCookie(c, cookieOf(shop_id), visitor.sign!, {
      path: '/',
      maxAge: VISITOR_SIGN_DAYS * 86_400,
      sameSite: 'Lax',
      httpOnly: true,
      secure: deps.config.public_url.startsWith('https:'),
    })
  }
