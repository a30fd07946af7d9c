import { whenIdle } from '../chunk/when-idle.ts'

export type Entry = Record<string, unknown>
type Page = { dataLayer?: Entry[] }

/** What happened before it was known whether it is counted at all. Where it is not, this stays short. */
const waiting: Entry[] = []
const MOST_WAITING = 50

let isStarted = false

/** Tells Google Tag Manager; nothing leaves the page where it isn't configured. */
export function push(...entries: Entry[]): void {
  if (isStarted) (window as Page).dataLayer!.push(...entries)
  else if (waiting.length < MOST_WAITING) waiting.push(...entries)
}

/** Starts counting, once, and loads Google Tag Manager when the page has been shown and the browser has nothing better to do. */
export function startAnalytics(tagManagerId: string): void {
  if (isStarted) return
  isStarted = true
  const page = window as Page
  page.dataLayer ??= []
  page.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' }, ...waiting.splice(0))
  whenIdle(() => {
    const script = document.createElement('script')
    script.async = true
    script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tagManagerId)}`
    document.head.append(script)
  })
}
