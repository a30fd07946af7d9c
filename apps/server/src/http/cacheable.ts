import type { IncomingMessage } from 'node:http'

const catalogueCalls =
  /^\/v1\/(product(\/detail\/\d+)?|setting\/shop\/detail\/(menu|mypage|\d+)|setting\/shop\/content\/[a-z_-]+|setting\/system\/masterdata\/target\/detail\/)(\?|$)/
const pages = /^\/sh\/(?!assets\/|pictures\/)/

/** The key under which an answer may be kept for all visitors; null: it may not. */
export function cacheKey(req: IncomingMessage, shopId: number): string | null {
  if (req.method !== 'GET' && req.method !== 'HEAD') return null
  const url = req.url ?? ''
  if (url.length > 300) return null
  if (catalogueCalls.test(url)) return `${req.headers['x-shop-id'] ?? shopId} ${url}`
  return pages.test(url) ? `${shopId} ${url}` : null
}

/** Query parameters that change nothing on the page: adverts must not empty the cache. */
const adParameters = /([?&])(utm_\w+|gclid|fbclid|adcd|ad_user_id|abmtcd)=[^&]*/g
export const withoutAdParameters = (url: string) =>
  url
    .replace(adParameters, '$1')
    .replace(/[?&]+$/, '')
    .replace(/&{2,}/g, '&')
    .replace('?&', '?')
