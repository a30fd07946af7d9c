import type { IncomingMessage } from 'node:http'
import { shopUrl } from '@kushi/shop/setting/shop-url'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { cacheKey, withoutAdParameters } from './cacheable.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { robots } from './robots.ts'
import { securityFields } from './security-headers.ts'
import { shopOfHost } from './shop-of-host.ts'

/** A `fetch` into the API of this process, with the shop's headers. */
export type FetchLike = (path: string, init?: RequestInit) => Response | Promise<Response>
export interface PageClient {
  client_id: string
  client_key: string
  shop_id: number
}
/** Renders a page of the storefront's bundle. */
export type RenderPage = (request: Request, api: FetchLike, client: PageClient, publicUrl: string) => Promise<Response>
export type ClientOf = (shopId: number) => Promise<PageClient>

const pageHeaders = { 'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=600' }

/**
 * `/sh/*`: the storefront. A page holds nothing of the visitor: cookies and tokens are never read here, so that one
 * rendering serves all.
 */
export function mountPages(app: Hono, deps: Deps, render: RenderPage, clientOf: ClientOf): void {
  app.get('/robots.txt', (c) => c.text(robots(deps.config.public_url)))
  app.get('/', (c) => c.redirect('/sh/'))
  app.get('/sh', (c) => c.redirect('/sh/', 301))
  app.get('/sh/*', async (c) => {
    const shopId = shopOfHost(deps.config, c.req.header('host'))
    const client = await clientOf(shopId)
    const generation = deps.answers.generation
    const headers = { 'x-shop-id': String(shopId), 'x-client-id': client.client_id, 'accept-language': 'ja' }
    const api: FetchLike = (path, init) =>
      app.request(path, { ...init, headers: { ...(init?.headers as object), ...headers } })
    const publicUrl = shopUrl(deps.config, shopId)
    // By the address that the shop has, not by the one that the visitor claims: the page goes to others too.
    const { pathname, search } = new URL(c.req.url)
    const url = new URL(withoutAdParameters(`${pathname}${search}`), publicUrl)
    const anonymous = new Request(url, { headers: { accept: c.req.header('accept') ?? 'text/html' } })
    const page = await render(anonymous, api, client, publicUrl)
    const isHtml = page.headers.get('content-type')?.startsWith('text/html')
    if (!isHtml || page.status >= 300) return isHtml ? withPolicy(page, await page.text(), deps) : page
    const html = await page.text()
    const kept = {
      'content-type': 'text/html; charset=utf-8',
      ...pageHeaders,
      ...(deps.config.development ? {} : { 'content-security-policy': contentSecurityPolicy(html, deps.config) }),
      ...securityFields,
    }
    const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming
    const key = incoming && cacheKey(incoming, deps.config)
    if (key && !deps.config.development) deps.answers.put(key, generation, kept, html)
    return c.body(html, 200, kept)
  })
}

function withPolicy(page: Response, html: string, deps: Deps): Response {
  const headers = new Headers(page.headers)
  headers.set('cache-control', 'no-store')
  if (!deps.config.development) headers.set('content-security-policy', contentSecurityPolicy(html, deps.config))
  return new Response(html, { status: page.status, headers })
}
