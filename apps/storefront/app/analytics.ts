type Page = { dataLayer?: Record<string, unknown>[] }

let isStarted = false

/** Loads Google Tag Manager, once. The page's policy must allow its host. */
export function startAnalytics(tagManagerId: string): void {
  if (isStarted) return
  isStarted = true
  const page = window as Page
  page.dataLayer ??= []
  page.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tagManagerId)}`
  document.head.append(script)
}

/** Tells of a page view under the route's coded id. Nothing happens where analytics isn't configured. */
export const countPageView = (screen_id: string) => (window as Page).dataLayer?.push({ event: 'page_view', screen_id })
