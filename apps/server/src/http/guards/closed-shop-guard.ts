import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { contract } from '@kushi/contract/contract'
import type { Endpoint } from '@kushi/contract/endpoint'
import { ShopError } from '@kushi/shop/shop-error'
import { isReachableWhileClosed } from '@kushi/values/law-page'
import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { routePath } from 'hono/route'
import type { ClosedShop } from '../../deps/closed-shops.ts'
import type { Deps } from '../../deps/deps.ts'
import { oneClickUnsubscribePath } from '../hooks/one-click-unsubscribe.ts'
import { CLOSED_SHOP_STATE, shopStateHeader } from '../log-request.ts'
import type { RequestContext } from '../mount-calls.ts'
import { isRendering } from '../request-context.ts'
import { shopOfHost } from '../shop-of-host.ts'
import { staticPagePolicy } from './security-headers.ts'

/** The routes that members reach meanwhile, in the router's form: `GET /v1/delivery/detail/:id`. */
const whileClosed = new Set(
  Object.entries(contract as Record<string, Endpoint>).flatMap(([key, { while_closed }]) =>
    while_closed ? [key.replace(/\{(\w+)\}/g, ':$1')] : [],
  ),
)

const NAME = 'kushi_visit'
const WEEK_SECONDS = 7 * 86_400
const HOUR_SECONDS = 3_600

const hash = (text: string) => createHash('sha256').update(text).digest()
const isKey = (given: string | undefined, key: string) => given !== undefined && timingSafeEqual(hash(given), hash(key))

/** A pass that is valid until a given time, without revealing the key of the link. */
const passUntil = (visit_key: string, until: number) =>
  `${until}.${createHmac('sha256', visit_key).update(String(until)).digest('base64url')}`

/** By the link's key, or by a pass on the way back from a provider. */
function mayEnter(c: HonoContext, { visit_key }: ClosedShop): boolean {
  const given = getCookie(c, NAME)
  const until = Number.parseInt(given ?? '', 10)
  return isKey(given, visit_key) || (until > Date.now() && isKey(given, passUntil(visit_key, until)))
}

/**
 * Lets a customer who is paying return within an hour to complete the order, even if the shop has closed meanwhile.
 */
export async function grantCheckoutPass({ closedShops, config }: Deps, c: HonoContext, shop_id: number): Promise<void> {
  const closed = await closedShops.find(shop_id)
  if (closed === null || mayEnter(c, closed)) return
  const pass = passUntil(closed.visit_key, Date.now() + HOUR_SECONDS * 1_000)
  setCookie(c, NAME, pass, cookieFor(config.public_url, HOUR_SECONDS))
}

const cookieFor = (public_url: string, maxAge: number) => ({
  ...({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge } as const),
  secure: public_url.startsWith('https:'),
})

/** True during 臨時休業. A shop that was never open has no members. */
const hasMembers = ({ closed_at }: ClosedShop): boolean => closed_at !== null

/**
 * Wraps the request context of customers' calls. A closed shop answers only visitors with its preview link, calls made
 * while rendering their pages, and calls that members may still make.
 */
export const closedShopContext =
  ({ closedShops }: Deps, contextOf: RequestContext): RequestContext =>
  async (c, shop_id) => {
    const ctx = await contextOf(c, shop_id)
    const closed = await closedShops.find(ctx.shop_id)
    if (closed === null || isRendering(c) || mayEnter(c, closed)) return ctx
    if (hasMembers(closed) && whileClosed.has(`${c.req.method} ${routePath(c)}`)) return ctx
    throw new ShopError(403, 'ERROR_SHOP_CLOSED', wordsOf(closed, 'このショップ'))
  }

/** Whether the shop is closed to the public, and whether this visitor gets only the members' pages. */
export async function closedShopState({ closedShops }: Deps, c: HonoContext, shop_id: number) {
  const closed = await closedShops.find(shop_id)
  return { is_closed: closed !== null, members_only: closed !== null && !mayEnter(c, closed) }
}

/**
 * Pages of a shop that is not open: `?visit=` brings the key, and a cookie stores it. Members reach their own pages;
 * all other visitors see one sentence.
 */
export const closedShopGuard =
  ({ closedShops, config }: Deps): MiddlewareHandler =>
  async (c, next) => {
    const closed = await closedShops.find(shopOfHost(config, c.req.header('host')))
    if (closed === null || mayEnter(c, closed)) return next()
    if (!isKey(c.req.query('visit'), closed.visit_key)) {
      const isOpen = hasMembers(closed) && isReachableWhileClosed(c.req.path.replace(/^\/sh/, ''))
      return isOpen ? next() : closedPage(c, closed)
    }
    setCookie(c, NAME, closed.visit_key, cookieFor(config.public_url, WEEK_SECONDS))
    return c.redirect(c.req.path, 303)
  }

const wordsOf = ({ closed_at, closed_text }: ClosedShop, name: string): string => {
  if (closed_at === null) return `${name}は、ただいま開店の準備をしています。`
  return closed_text || `${name}は、ただいまお休みしています。`
}

/** A copy of the design tokens: the styles are part of the bundle, which this page does not load. */
const closedStyle = `body{margin:0;background:#fbfaf7;color:#23211e;font:16px/1.8 "Hiragino Sans","Yu Gothic UI","Noto Sans CJK JP",sans-serif;line-break:strict;overflow-wrap:anywhere}
main{max-width:480px;margin:0 auto;padding:96px 24px;text-align:center;word-break:auto-phrase;text-wrap:balance}
h1,.shop{font-family:"Hiragino Mincho ProN","Yu Mincho","Noto Serif CJK JP",serif;letter-spacing:.04em;font-weight:500}
h1{font-size:24px;line-height:1.5;margin:32px 0}.shop{font-size:20px;margin:0}
a:not(.text),button{display:inline-block;min-height:44px;box-sizing:border-box;padding:8px 32px;border:1px solid #a4303f;border-radius:4px;background:#a4303f;color:#fff;font:inherit;text-decoration:none}
a.text{color:inherit}
a:focus-visible,button:focus-visible{outline:2px solid #23211e;outline-offset:2px}
.small{font-size:14px;color:#6b675f;border-top:1px solid #e4dfd6;margin-top:32px;padding-top:24px}`

function closedPage(c: HonoContext, closed: ClosedShop): Response {
  const title = closed.closed_at === null ? '開店の準備中です' : 'ただいまお休みしています'
  const words = escaped(wordsOf(closed, closed.shop_name)).replaceAll('\n', '<br>')
  const reach = hasMembers(closed)
    ? `<p><a href="/sh/mypage">マイページへ</a></p><p class="small">ご注文の確認と、定期便の変更・お休み・解約は、マイページでできます。<br><br>お問い合わせは<a class="text" href="/sh/contact">こちら</a>か、お電話・メールで承ります。<br>電話 ${escaped(closed.phone_number)}<br>メール ${escaped(closed.email)}</p>`
    : ''
  const html = `<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} - ${escaped(closed.shop_name)}</title><style>${closedStyle}</style><body><main><p class="shop">${escaped(closed.shop_name)}</p><h1>${title}</h1><p>${words}</p>${reach}${stopForm(c)}</main></body></html>`
  return c.html(html, 503, {
    'cache-control': 'no-store',
    'retry-after': '3600',
    'x-robots-tag': 'noindex',
    'content-security-policy': staticPagePolicy,
    [shopStateHeader]: CLOSED_SHOP_STATE,
  })
}

/**
 * Advertising must be stoppable at any time (特定電子メール法) by the link in each message. Its page needs an open shop, so
 * this form replaces it.
 */
function stopForm(c: HonoContext): string {
  const token = c.req.query('token') ?? ''
  if (c.req.path !== '/sh/unsubscribe' || !/^[\w-]{43}$/.test(token)) return ''
  return `<form method="post" action="${oneClickUnsubscribePath}?token=${token}"><p>お知らせの配信は、いまも停止できます。</p><button>配信を停止する</button></form>`
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
