import { whenIdle } from '../chunk/when-idle.ts'

export type Entry = Record<string, unknown>
type Page = { dataLayer?: Entry[] }

/** Events from before it is known whether analytics is configured. The limit keeps the list short if it is not. */
const queuedEntries: Entry[] = []
const MAX_QUEUED_ENTRIES = 50

let isStarted = false

/** Sends events to Google Tag Manager. Nothing leaves the page if it isn't configured. */
export function push(...entries: Entry[]): void {
  if (isStarted) (window as Page).dataLayer!.push(...entries)
  else if (queuedEntries.length < MAX_QUEUED_ENTRIES) queuedEntries.push(...entries)
}

/** Starts analytics, once, and loads Google Tag Manager after the page is shown and the browser is idle. */
export function startAnalytics(tagManagerId: string): void {
  if (isStarted) return
  isStarted = true
  const page = window as Page
  page.dataLayer ??= []
  page.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' }, ...queuedEntries.splice(0))
  whenIdle(() => {
    const script = document.createElement('script')
    script.async = true
    script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tagManagerId)}`
    document.head.append(script)
  })
}
