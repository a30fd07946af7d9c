import type { IncomingMessage } from 'node:http'
import { BusyError, limitConcurrency } from '@kushi/shop/concurrency-limit'
import type { Settings } from '@kushi/shop/context'
import { addressSubject } from '@kushi/shop/foundation/limit/index'
import { shopUrl } from '@kushi/shop/foundation/setting/shop'
import { previewShopAsOf } from '@kushi/shop/operation/schedule/preview-as-of'
import type { Hono, Context as HonoContext } from 'hono'
import type { Deps } from '../../deps/deps.ts'
import { answerResponse, encodeAnswer } from '../answer.ts'
import { closedShopGuard, closedShopState } from '../guards/closed-shop-guard.ts'
import { securityHeaderFields, staticPagePolicy } from '../guards/security-headers.ts'
import { clientAddress } from '../request-context.ts'
import { shopOfHost } from '../shop-of-host.ts'
import { type PageVisitor, visitorCookieMiddleware } from '../visitor-cookie.ts'
import { previewHeaders, previewPageMiddleware } from './as-of.ts'
import { canonicalPageAddress, openShopCacheKey, peekCachedAnswer } from './cacheable.ts'
import { contentSecurityPolicy, OWN_SCRIPTS_HEADER, openerPolicyHeaders } from './content-security-policy.ts'
import { preloadPictures } from './preload-pictures.ts'

/** A `fetch` into the API of this process, with the shop's headers. */
export type ApiFetch = (path: string, init?: RequestInit) => Response | Promise<Response>
export interface PageClient {
  client_id: string
  client_key: string
  shop_id: number
}
/**
 * The state of a visit. `members_only`: the shop is closed, and only its members' own pages are reachable. `has_line`,
 * `has_amazon`: configured for the shop. `as_of`: the time that an operator previews; null: now.
 */
export type PageVisitState = {
  image_api: string
  members_only: boolean
  has_line: boolean
  has_amazon: boolean
  as_of: string | null
}
/** Renders a page of the storefront's bundle. */
export type RenderPage = (
  request: Request,
  api: ApiFetch,
  client: PageClient & PageVisitState,
  publicUrl: string,
) => Promise<Response>
/** Returns the storefront's API client of a shop. */
export type FindPageClient = (shopId: number) => Promise<PageClient>

const pageHeaders = { 'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=600' }

/**
 * `/sh/*`: the storefront. A page contains no visitor data: cookies and tokens are never read here, so that one
 * rendering serves all visitors. Only 申し込みページ whose パターン are compared depend on the browser.
 */
export function mountPages(app: Hono, deps: Deps, render: RenderPage, clientOf: FindPageClient): void {
  app.get('/robots.txt', (c) => {
    const shopId = shopOfHost(deps.config, c.req.header('host'))
    return c.text(robots(shopUrl(deps.config, shopId)))
  })
  app.get('/', (c) => c.redirect('/sh/'))
  app.get('/sh', (c) => c.redirect('/sh/', 301))
  // Rendering blocks the whole process: API calls must not wait for many pages, nor one visitor for those of another.
  const inTurn = limitConcurrency({ running: 4, waiting: 200, timeout: 10_000 })
  app.use('/sh/*', previewPageMiddleware(deps), closedShopGuard(deps), visitorCookieMiddleware(deps))
  // A preview of another day has its own queue, so that other requests do not wait for it.
  app.get('/sh/*', async (c) => {
    // React Router would write such a path to the log as it came.
    if (!isDecodable(new URL(c.req.url).pathname)) return c.redirect('/sh/page-not-found')
    const at = c.get('as_of' as never) as Date | undefined
    const who = addressSubject(clientAddress(c, deps.config.trust_proxy))
    const page = at ? rendered(c, at) : inTurn(() => rendered(c), who)
    return page.catch((error: unknown) => answerBusy(c, error))
  })

  async function rendered(c: HonoContext, at?: Date): Promise<Response> {
    const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming
    const key = incoming ? openShopCacheKey(incoming, deps) : null
    // The same page may have been rendered for another request meanwhile.
    const made = peekCachedAnswer(key, deps)
    if (made) return answerResponse(made, (name) => c.req.header(name))
    const shopId = shopOfHost(deps.config, c.req.header('host'))
    const generation = deps.answers.generation
    // Read once: while the page is rendered the state may become unknown, which does not mean closed.
    const { is_closed, members_only } = await closedShopState(deps, c, shopId)
    const { settings, db } = await deps.base(shopId)
    const ofVisit: PageVisitState = {
      image_api: deps.config.image_api,
      members_only,
      as_of: at?.toISOString() ?? null,
      has_line: settings.line !== null,
      has_amazon: settings.amazon !== null,
    }
    const client = { ...(await clientOf(shopId)), ...ofVisit }
    // The visitor's address for calls with a rate limit; the response does not depend on it.
    const asking = { address: clientAddress(c, deps.config.trust_proxy) }
    const visitor = c.get('visitor' as never) as PageVisitor | undefined
    const headers = {
      'x-shop-id': String(shopId),
      'x-client-id': client.client_id,
      'accept-language': 'ja',
      'user-agent': c.req.header('user-agent') ?? '',
    }
    const apiOf =
      (env: object): ApiFetch =>
      (path, init) =>
        app.request(path, { ...init, headers: { ...(init?.headers as object), ...headers } }, env)
    const publicUrl = shopUrl(deps.config, shopId)
    // Uses the shop's own address instead of the Host header, because the page is served to other visitors too.
    const { pathname, search } = new URL(c.req.url)
    const url = new URL(canonicalPageAddress(`${pathname}${search}`), publicUrl)
    const anonymous = new Request(url, { headers: { accept: c.req.header('accept') ?? 'text/html' } })
    const drawn = (api: ApiFetch) => render(anonymous, api, client, publicUrl)
    const page = at
      ? await previewShopAsOf({ db, shop_id: shopId }, at, (then) => drawnWhole(drawn, apiOf({ ...asking, then })))
      : await drawn(apiOf({ ...asking, ...(visitor && { visitor }) }))
    const isHtml = page.headers.get('content-type')?.startsWith('text/html')
    if (!isHtml || page.status >= 300)
      return isHtml ? withPolicy(page, await page.text(), deps.config.development ? null : settings) : page
    const html = await page.text()
    const isPreview = is_closed || url.searchParams.has('preview')
    const pictures = preloadPictures(html)
    const kept = {
      'content-type': 'text/html; charset=utf-8',
      ...(isPreview ? previewHeaders : pageHeaders),
      ...(deps.config.development ? {} : { 'content-security-policy': contentSecurityPolicy(page.headers, settings) }),
      ...(pictures && { link: pictures }),
      ...securityHeaderFields,
      ...openerPolicyHeaders(settings),
    }
    if (deps.config.development || at) return c.body(html, 200, kept)
    const answer = await encodeAnswer(kept, html)
    if (key && !isPreview && !visitor?.is_personal) deps.answers.put(key, generation, answer)
    return answerResponse(answer, (name) => c.req.header(name))
  }
}

/**
 * Renders over one database connection: its calls run one after the other, and none is pending when the connection is
 * returned.
 */
async function drawnWhole(draw: (api: ApiFetch) => Promise<Response>, api: ApiFetch): Promise<Response> {
  let before: Promise<unknown> = Promise.resolve()
  const inOrder: ApiFetch = (path, init) => {
    const answer = before.then(() => api(path, init))
    before = answer.catch(() => undefined)
    return answer
  }
  const page = await draw(inOrder)
  return page.body === null ? page : new Response(await page.arrayBuffer(), page)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

const busyPage =
  '<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>ただいま混み合っています</title><body><p>ただいま混み合っています。少し待ってから、もう一度お試しください。</p></body></html>'

function answerBusy(c: HonoContext, error: unknown): Response {
  if (!(error instanceof BusyError)) throw error
  return c.html(busyPage, 503, {
    'retry-after': '10',
    'cache-control': 'no-store',
    'content-security-policy': staticPagePolicy,
  })
}

function withPolicy(page: Response, html: string, settings: Settings | null): Response {
  const headers = new Headers(page.headers)
  headers.set('cache-control', 'no-store')
  if (page.status === 503) headers.set('retry-after', '10')
  headers.delete(OWN_SCRIPTS_HEADER)
  if (settings) {
    headers.set('content-security-policy', contentSecurityPolicy(page.headers, settings))
    for (const [name, value] of Object.entries(openerPolicyHeaders(settings))) headers.set(name, value)
  }
  return new Response(html, { status: page.status, headers })
}

/** robots.txt: paths that search engines should not visit, and the sitemap's URL. */
const robots = (publicUrl: string): string => `User-agent: *
Disallow: /sh/mypage
Disallow: /sh/cart
Disallow: /sh/login
Disallow: /sh/normal-purchase
Disallow: /sh/periodic-purchase
Disallow: /sandbox/
Disallow: /v1/
Sitemap: ${publicUrl}/sh/sitemap.xml
`
