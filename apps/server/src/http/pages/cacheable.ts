import type { IncomingMessage } from 'node:http'
import type { Config } from '../../config/config.ts'
import type { Deps } from '../../deps/deps.ts'
import { shopOfCall, shopOfHost } from '../shop-of-host.ts'

/** Calls whose answer is the same for all callers of a shop; product calls only without a session. */
const catalogueCalls =
  /^\/v1\/(product(\/detail\/\d+)?|setting\/shop\/detail\/(menu|mypage|\d+)|setting\/shop\/content\/[a-z_-]+|setting\/system\/masterdata\/target\/detail\/)(\?|$)/
/** Set while the browser views the shop as of another day (`as-of.ts`): the cache is neither read nor filled for it. */
export const AS_OF_COOKIE = 'kushi_as_of'
/** Without 申し込みページ, however spelled: each opens and closes at its own moment. */
const pages = /^\/sh\/(?!assets\/|pictures\/|lp\/|[^/?]*%)/i

/**
 * The key under which an answer of an open shop may be cached for all visitors. Returns null if it may not, if the
 * shop is closed, and while that is unknown.
 */
export function openShopCacheKey(
  req: IncomingMessage,
  { config, closedShops }: Pick<Deps, 'config' | 'closedShops'>,
): string | null {
  const key = cacheKey(req, config)
  return key !== null && closedShops.isOpen(Number.parseInt(key, 10)) ? key : null
}

/** The cached answer under a key; none once a scheduled change of the shop is due. */
export const peekCachedAnswer = (
  key: string | null,
  { answers, scheduledChanges }: Pick<Deps, 'answers' | 'scheduledChanges'>,
) => (key !== null && !scheduledChanges.isDue ? answers.peek(key) : undefined)

/** The key under which an answer may be cached for all visitors, beginning with the shop's id; null: it may not. */
export function cacheKey(
  req: IncomingMessage,
  config: Pick<Config, 'shop_hosts' | 'default_shop_id' | 'api_origins'>,
): string | null {
  if (req.method !== 'GET' && req.method !== 'HEAD') return null
  const url = req.url ?? ''
  // Its response names the origin that may read it.
  if (req.headers.origin !== undefined && config.api_origins.includes(req.headers.origin)) return null
  if (url.length > 300 || /[?&]preview=/.test(url)) return null
  // Matched by name only, because a cookie header may contain spaces. A preview page sends the header even after its
  // cookie has expired.
  if (req.headers.cookie?.includes(AS_OF_COOKIE) || req.headers['x-as-of'] !== undefined) return null
  // A wholesale shop may show its prices only to some accounts.
  if (url.startsWith('/v1/product') && req.headers.authorization) return null
  if (catalogueCalls.test(url)) {
    const shopId = shopOfCall(config, req.headers['x-shop-id'], req.headers.host)
    return shopId === null ? null : `${shopId} ${url}`
  }
  return pages.test(url) ? `${shopOfHost(config, req.headers.host)} ${canonicalPageAddress(url)}` : null
}

/**
 * The query parameters that the server reads to draw a page, by its path. The browser reads all others itself, so they
 * must neither fill the cache with copies nor appear in a page that the next visitor receives.
 */
const readParameters: readonly (readonly [path: RegExp, names: readonly string[]])[] = [
  [/^\/sh\/products\/?$/, ['keyword', 'category', 'worry', 'sale_type', 'sort', 'page']],
  [/^\/sh\/products\/detail\/\d+\/?$/, ['sku', 'preview']],
  [/^\/sh\/lp\/[\w-]+\/?$/, ['preview', 'variant']],
  [/^\/sh\/journal\/?$/, ['page']],
  [/^\/sh\/login\/?$/, ['next']],
  [/^\/sh\/cart\/?$/, ['tab']],
]

/** Returns a page's address with only the parameters that the server reads, each once and in a fixed order. */
export function canonicalPageAddress(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const path = url.slice(0, at)
  // React Router asks for the data of a page at its path with `.data`, and may name the routes it needs.
  const isData = path.endsWith('.data')
  const drawn = isData ? path.slice(0, -'.data'.length) : path
  const names = readParameters.find(([pattern]) => pattern.test(drawn))?.[1] ?? []
  const given = new URLSearchParams(url.slice(at + 1))
  const read = new URLSearchParams()
  for (const name of isData ? [...names, '_routes'] : names) {
    const value = given.get(name)
    if (value) read.set(name, value)
  }
  return read.size === 0 ? path : `${path}?${read}`
}
