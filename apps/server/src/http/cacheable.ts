import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { shopOfCall, shopOfHost } from './shop-of-host.ts'

/** Calls whose answer is the same for everybody who asks the same shop, of products for everybody without a session. */
const catalogueCalls =
  /^\/v1\/(product(\/detail\/\d+)?|setting\/shop\/detail\/(menu|mypage|\d+)|setting\/shop\/content\/[a-z_-]+|setting\/system\/masterdata\/target\/detail\/)(\?|$)/
/** The browser sees the shop as of another day (`as-of.ts`): nothing kept is for it, and nothing of it is kept. */
export const AS_OF_COOKIE = 'kushi_as_of'
const pages = /^\/sh\/(?!assets\/|pictures\/)/

/** The same of a shop that everybody may see; null too while nobody knows whether they may. */
export function keptKey(req: IncomingMessage, { config, doors }: Pick<Deps, 'config' | 'doors'>): string | null {
  const key = cacheKey(req, config)
  return key !== null && doors.isOpen(Number.parseInt(key, 10)) ? key : null
}

/** The key under which an answer may be kept for all visitors, the number of its shop first; null: it may not. */
export function cacheKey(
  req: IncomingMessage,
  config: Pick<Config, 'shop_hosts' | 'default_shop_id' | 'api_origins'>,
): string | null {
  if (req.method !== 'GET' && req.method !== 'HEAD') return null
  const url = req.url ?? ''
  // Its answer names the site that may read it.
  if (req.headers.origin !== undefined && config.api_origins.includes(req.headers.origin)) return null
  if (url.length > 300 || /[?&]preview=/.test(url)) return null
  // By its name alone: a cookie's name may stand with room around it. A page of that day says so though its cookie has run out.
  if (req.headers.cookie?.includes(AS_OF_COOKIE) || req.headers['x-as-of'] !== undefined) return null
  // A shop for companies may show its prices to some only.
  if (url.startsWith('/v1/product') && req.headers.authorization) return null
  if (catalogueCalls.test(url)) {
    const shopId = shopOfCall(config, req.headers['x-shop-id'], req.headers.host)
    return shopId === null ? null : `${shopId} ${url}`
  }
  return pages.test(url) ? `${shopOfHost(config, req.headers.host)} ${withoutAdParameters(url)}` : null
}

/** Query parameters that change nothing on the page, and that the browser reads for itself. */
const adParameters = /([?&])(utm_\w+|gclid|fbclid|yclid|adcd|ad_user_id|abmtcd)=[^&]*/g

/** Adverts must not empty the cache, nor stand in a page that the next visitor gets. */
export function withoutAdParameters(url: string): string {
  const left = url.replace(adParameters, '$1').replace(/&{2,}/g, '&').replace('?&', '?')
  // Not by a regex, which would look at each of many question marks for the end.
  let end = left.length
  while (end > 0 && (left[end - 1] === '?' || left[end - 1] === '&')) end -= 1
  return left.slice(0, end)
}
