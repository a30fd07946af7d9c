import { guestActor } from '@kushi/shop/actor'
import type { Context } from '@kushi/shop/context'
import { openPreviewKey } from '@kushi/shop/operation/schedule/as-of-key'
import type { AsOfView } from '@kushi/shop/operation/schedule/preview-as-of'
import { ShopError } from '@kushi/shop/shop-error'
import type { Hono, Context as HonoContext, MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { routePath } from 'hono/route'
import type { Deps } from '../../deps/deps.ts'
import { grantCheckoutPass } from '../guards/closed-shop-guard.ts'
import type { RequestContext } from '../mount-calls.ts'
import { shopOfHost } from '../shop-of-host.ts'
import { AS_OF_COOKIE } from './cacheable.ts'

/** A cookie beside the key, which scripts can't read: the previewed time of the next page. */
const MARK = 'as_of'

/** Headers of a preview page. No cache may store it, because only operators may see planned changes. */
export const previewHeaders = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' }

/** The time in this browser's key; null: it has no valid key. */
async function momentOf(c: HonoContext, deps: Deps, shop_id: number): Promise<Date | null> {
  const key = getCookie(c, AS_OF_COOKIE)
  return key === undefined ? null : (openPreviewKey({ ...(await deps.base(shop_id)), shop_id }, key)?.at ?? null)
}

function endAsOf(c: HonoContext): void {
  for (const name of [AS_OF_COOKIE, MARK]) deleteCookie(c, name, { path: '/' })
}

/** `/sh/as-of`: the admin's link starts the preview in this browser, and the button in the banner ends it. */
export function mountAsOf(app: Hono, deps: Deps): void {
  app.get('/sh/as-of', async (c) => {
    const shop_id = shopOfHost(deps.config, c.req.header('host'))
    const base = await deps.base(shop_id)
    const key = c.req.query('key') ?? ''
    const opened = openPreviewKey({ ...base, shop_id }, key)
    for (const [name, value] of Object.entries(previewHeaders)) c.header(name, value)
    if (!opened) endAsOf(c)
    else {
      await grantCheckoutPass(deps, c, shop_id)
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

/**
 * Middleware for pages: sets the previewed time and its headers. An invalid key is deleted, and the page shows the
 * current shop.
 */
export const previewPageMiddleware =
  (deps: Deps): MiddlewareHandler<{ Variables: { as_of?: Date } }> =>
  async (c, next) => {
    if (getCookie(c, AS_OF_COOKIE) === undefined) return next()
    const at = await momentOf(c, deps, shopOfHost(deps.config, c.req.header('host')))
    if (at) c.set('as_of', at)
    await next()
    if (!at) endAsOf(c)
    for (const [name, value] of Object.entries(previewHeaders)) c.res.headers.set(name, value)
  }

/** Calls about the shop's contents; other calls do not depend on the time. */
const ofShop = /^\/v1\/(product|setting|delivery|article|voice)(\/|$)/
/** Only reads, although its method could change something. */
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
 * Calls from preview pages send `x-as-of`, and are answered as of that time, as to a guest. They change nothing, and
 * neither does any request from this browser without a session meanwhile. A page of the current shop in another tab
 * does not send it and is answered normally: no page mixes both times.
 * @throws ShopError 403 ERROR_AS_OF; 409 ERROR_AS_OF_OVER if the browser's key is missing or differs
 */
export const previewCallContext =
  (deps: Deps, contextOf: RequestContext): RequestContext =>
  async (c, shop_id) => {
    const ctx = await contextOf(c, shop_id)
    const rendering = (c.env as { then?: AsOfView } | undefined)?.then
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
  customer_id: null,
  actor: guestActor,
  token_hash: null,
  session_key: null,
})

/** Read-only calls are not rate-limited; and the process-wide cache, which holds the current state, is not used. */
const unlimited = ({ cache: _, ...ctx }: Context): Context => ({
  ...ctx,
  settings: { ...ctx.settings, rate_limit_factor: 0 },
})
