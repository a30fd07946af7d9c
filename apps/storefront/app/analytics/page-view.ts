import { cleanUrl } from './clean-url.ts'
import { push } from './data-layer.ts'

let before = ''

/** A page view under the route's coded id. Address and referrer go without tokens. */
export function countPageView(screen_id: string, url: URL): void {
  const page_location = cleanUrl(url.href)
  const page_referrer = before || cleanUrl(document.referrer)
  before = page_location
  push({ event: 'page_view', screen_id, page_location, page_referrer })
}
