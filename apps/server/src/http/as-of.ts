import { guestActor } from '@kushi/shop/actor'
import type { Context } from '@kushi/shop/context'
import { openAsOf } from '@kushi/shop/schedule/as-of-key'
import type { Then } from '@kushi/shop/schedule/see-as-of'
import { ShopError } from '@kushi/shop/shop-error'
import type { Hono, Context as HonoContext, MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { routePath } from 'hono/route'
import type { Deps } from '../deps.ts'
import { AS_OF_COOKIE } from './cacheable.ts'
import { letBackIn } from './doorkeeper.ts'
import type { RequestContext } from './implement.ts'
import { shopOfHost } from './shop-of-host.ts'

/** Beside the key, which scripts can't read: as of when the next page will show the shop. */
const MARK = 'as_of'

/** What is planned is for the shop's own people: nobody keeps it. */
export const privateHeaders = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }

/** The moment that this browser's key names; null: it has none that is good. */
async function momentOf(c: HonoContext, deps: Deps, shop_id: number): Promise<Date | null> {
  const key = getCookie(c, AS_OF_COOKIE)
  return key === undefined ? null : (openAsOf({ ...(await deps.base(shop_id)), shop_id }, key)?.at ?? null)
}

function endAsOf(c: HonoContext): void {
  for (const name of [AS_OF_COOKIE, MARK]) deleteCookie(c, name, { path: '/' })
}

/** `/sh/as-of`: the admin's link begins it in this browser, the band's button ends it. */
export function mountAsOf(app: Hono, deps: Deps): void {
  app.get('/sh/as-of', async (c) => {
    const shop_id = shopOfHost(deps.config, c.req.header('host'))
    const base = await deps.base(shop_id)
    const key = c.req.query('key') ?? ''
    const opened = openAsOf({ ...base, shop_id }, key)
    for (const [name, value] of Object.entries(privateHeaders)) c.header(name, value)
    if (!opened) endAsOf(c)
    else {
      await letBackIn(deps, c, shop_id)
      const maxAge = Math.ceil((opened.until.getTime() - base.clock.now().getTime()) / 1000)
      const secure = deps.config.public_url.startsWith('https:')
      const both = { path: '/', maxAge, sameSite: 'Lax', secure } as const
      setCookie(c, AS_OF_COOKIE, key, { ...both, httpOnly: true })
      setCookie(c, MARK, opened.at.toISOString(), both)
    }
    return c.redirect('/sh/', 303)
  })
  app.post('/sh/as-of', (c) => {
    endAsOf(c)
    return c.redirect('/sh/', 303)
  })
}

/** Pages: as of when they are drawn, and what goes with it. A key that is no longer good is dropped, and the shop is that of today. */
export const pagesAsOf =
  (deps: Deps): MiddlewareHandler<{ Variables: { as_of?: Date } }> =>
  async (c, next) => {
    if (getCookie(c, AS_OF_COOKIE) === undefined) return next()
    const at = await momentOf(c, deps, shopOfHost(deps.config, c.req.header('host')))
    if (at) c.set('as_of', at)
    await next()
    if (!at) endAsOf(c)
    for (const [name, value] of Object.entries(privateHeaders)) c.res.headers.set(name, value)
  }

/** What a page shows of the shop; what else it asks for has no moment. */
const ofShop = /^\/v1\/(product|setting|delivery|article)(\/|$)/
/** Asks only, though by its method it might change something. */
const isAsking = (c: HonoContext) =>
  ['GET', 'HEAD'].includes(c.req.method) || `${c.req.method} ${routePath(c)}` === 'POST /v1/cart/items/check'

const refused = () =>
  new ShopError(
    403,
    'ERROR_AS_OF',
    'プレビュー中は、ご注文や登録などの操作はできません。続けるには、画面の上の「終了」を押してください。',
  )
const over = () => new ShopError(409, 'ERROR_AS_OF_OVER', 'プレビューは終わりました。ページを読み込み直してください。')

/**
 * Calls of pages that show the shop as of a moment say so (`x-as-of`), and are answered as of it, as to a guest. They change
 * nothing, and nor does what this browser sends without a session meanwhile. A page of today in another tab does not say it, and
 * is answered as ever: no page is half of today and half of then.
 * @throws ShopError 403 ERROR_AS_OF, 409 ERROR_AS_OF_OVER where the browser's key is gone or another one
 */
export const callsAsOf =
  (deps: Deps, contextOf: RequestContext): RequestContext =>
  async (c, shop_id) => {
    const ctx = await contextOf(c, shop_id)
    const rendering = (c.env as { then?: Then } | undefined)?.then
    if (rendering) return { ...unlimited(asGuest(ctx)), ...rendering }
    const said = c.req.header('x-as-of')
    const hasKey = getCookie(c, AS_OF_COOKIE) !== undefined
    if (said === undefined && (!hasKey || isAsking(c) || c.req.header('authorization'))) return ctx
    const at = await momentOf(c, deps, ctx.shop_id)
    if (said === undefined && at === null) return ctx
    if (!isAsking(c)) throw refused()
    if (at?.toISOString() !== said) throw over()
    c.header('x-robots-tag', 'noindex')
    return isOfShop(c) ? { ...unlimited(asGuest(ctx)), as_of: at! } : asGuest(ctx)
  }

const isOfShop = (c: HonoContext) => ofShop.test(c.req.path) || c.req.method === 'POST'

const asGuest = ({ acting: _, ...ctx }: Context): Context => ({
  ...ctx,
  ...{ customer_id: null, actor: guestActor, token_hash: null, session_key: null },
})

/** Where nothing can be written, nothing is counted; and what the process keeps is of today. */
const unlimited = ({ kept: _, ...ctx }: Context): Context => ({
  ...ctx,
  settings: { ...ctx.settings, rate_limit_factor: 0 },
})
