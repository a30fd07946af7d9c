import { createHash, timingSafeEqual } from 'node:crypto'
import { ShopError } from '@kushi/shop/shop-error'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Deps } from '../deps.ts'
import type { RequestContext } from './implement.ts'
import { isRendering } from './request-context.ts'
import { shopOfHost } from './shop-of-host.ts'

const NAME = 'kushi_visit'
const WEEK_SECONDS = 7 * 86_400

const hash = (text: string) => createHash('sha256').update(text).digest()
const isKey = (given: string | undefined, key: string) => given !== undefined && timingSafeEqual(hash(given), hash(key))

/** Calls for customers: of a shop that is not open only those of whoever has its link, and of the pages made for them. */
export const lettingIn =
  ({ doors }: Deps, contextOf: RequestContext): RequestContext =>
  async (c, shop_id) => {
    const ctx = await contextOf(c, shop_id)
    const closed = await doors.closed(ctx.shop_id)
    if (closed === null || isRendering(c) || isKey(getCookie(c, NAME), closed.visit_key)) return ctx
    throw new ShopError(403, 'ERROR_SHOP_CLOSED', 'このショップは、ただいま開店の準備をしています。')
  }

/** Pages of a shop that is not open: `?visit=` brings the key, a cookie keeps it; everybody else reads one sentence. */
export const whileClosed =
  ({ doors, config }: Deps): MiddlewareHandler =>
  async (c, next) => {
    const closed = await doors.closed(shopOfHost(config, c.req.header('host')))
    if (closed === null || isKey(getCookie(c, NAME), closed.visit_key)) return next()
    if (!isKey(c.req.query('visit'), closed.visit_key)) return closedPage(c, closed.shop_name)
    setCookie(c, NAME, closed.visit_key, {
      ...{ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: WEEK_SECONDS },
      secure: config.public_url.startsWith('https:'),
    })
    return c.redirect(c.req.path, 303)
  }

function closedPage(c: HonoContext, shop_name: string): Response {
  const sentence = `${escaped(shop_name)}は、ただいま開店の準備をしています。`
  const html = `<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>開店の準備中です</title><body><h1>開店の準備中です</h1><p>${sentence}</p></body></html>`
  return c.html(html, 503, { 'cache-control': 'no-store', 'retry-after': '3600', 'x-robots-tag': 'noindex' })
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
