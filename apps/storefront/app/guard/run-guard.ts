import { cleanUrl } from '../analytics/clean-url.ts'
import { push } from '../analytics/data-layer.ts'
import { trackScreen } from '../analytics/track-screen.ts'
import { bareApi } from '../api.ts'
import { screenFiles } from '../chunk/load-screen.ts'
import { whenIdle } from '../chunk/when-idle.ts'
import { routeOfPattern } from '../route-table.ts'
import { saveAdCodes } from '../state/ad-codes.ts'
import { saveCouponOf } from '../state/coupons.ts'
import { browserStorage } from '../state/storage.ts'
import { browserDeps } from './browser-deps.ts'
import { guard } from './index.ts'

/** Runs the guard for a navigation in the browser. Returns the path to go to instead, if any. */
export async function runGuard(url: URL, pathname: string, pattern: string): Promise<string | undefined> {
  const landing = { pathname, searchParams: url.searchParams }
  const keepsClickIds = 'clickIds' in document.documentElement.dataset
  const visit = saveAdCodes(browserStorage(), landing, Date.now(), keepsClickIds)
  saveCouponOf(url.searchParams)
  const redirectTo = await guard({ pathname, query: url.searchParams, route: routeOfPattern(pattern) }, browserDeps)
  whenIdle(() => {
    void screenFiles().catch(() => {})
    if (visit) void bareApi('POST /v1/advertisement/visits/new', { body: visit }).catch(() => {})
  })
  return redirectTo
}

let previousUrl = ''

/** Counts what the visitor sees after a navigation, under its coded id. URL and referrer are sent without tokens. */
export function trackPageView(url: URL, ...args: Parameters<typeof trackScreen>): void {
  const screen_id = trackScreen(...args)
  if (screen_id === null) return
  const page_location = cleanUrl(url.href)
  const page_referrer = previousUrl || cleanUrl(document.referrer)
  previousUrl = page_location
  push({ event: 'page_view', screen_id, page_location, page_referrer })
}
