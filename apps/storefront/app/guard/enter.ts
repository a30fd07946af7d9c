import { cleanUrl } from '../analytics/clean-url.ts'
import { push } from '../analytics/data-layer.ts'
import { screenFiles } from '../chunk/load-screen.ts'
import { whenIdle } from '../chunk/when-idle.ts'
import { routeOfPattern } from '../route-table.ts'
import { keepAdCodes } from '../state/ad-codes.ts'
import { browserStorage } from '../state/storage.ts'
import { browserDeps } from './browser-deps.ts'
import { guard } from './index.ts'

/**
 * Runs the guard for a navigation in the browser, and counts the page view. Returns the path to go to instead, if any.
 */
export async function enter(url: URL, pathname: string, pattern: string): Promise<string | undefined> {
  const route = routeOfPattern(pattern)
  keepAdCodes(browserStorage(), url.searchParams, Date.now())
  const instead = await guard({ pathname, query: url.searchParams, route }, browserDeps)
  if (instead === undefined && route) countPageView(route.id, url)
  whenIdle(() => void screenFiles().catch(() => {}))
  return instead
}

let before = ''

/** Counts a page view under the route's coded id. URL and referrer are sent without tokens. */
function countPageView(screen_id: string, url: URL): void {
  const page_location = cleanUrl(url.href)
  const page_referrer = before || cleanUrl(document.referrer)
  before = page_location
  push({ event: 'page_view', screen_id, page_location, page_referrer })
}
