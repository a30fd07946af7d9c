import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
// @ts-expect-error: plain JavaScript, which must run before anything is installed
import { findBrowser } from '../../scripts/lib/browser.mjs'

export type Size = 'phone' | 'desktop'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Window sizes. */
export const windows = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: iPhone },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const

let browser: Promise<Browser> | undefined

/** Blocked by host name: intercepting every request would turn off the browser's cache. */
export const google = 'www.googletagmanager.com'

/** One browser for all journeys of a lane; each journey gets its own context, as clean as a new device. */
function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findBrowser()
  // Chromium's sandbox does not work as root; here it only opens our own shop. Without a locale it could not use
  // Japanese file names.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  const args = ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${google} ~NOTFOUND`]
  browser ??= chromium.launch({ executablePath, args, env }).then((opened) =>
    // A crashed browser is not reused for the next journey.
    opened.on('disconnected', () => {
      browser = undefined
    }),
  )
  return browser
}

/** A new device with empty storage, and timeouts for a busy machine. */
export async function newDevice(
  size: Size,
  more: Pick<BrowserContextOptions, 'javaScriptEnabled' | 'storageState' | 'userAgent'> = {},
): Promise<BrowserContext> {
  const context = await (await openBrowser()).newContext({
    ...windows[size],
    ...more,
    baseURL: `${process.env.SHOP_URL}/sh/`,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // A contrast check would otherwise measure an animation in progress.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(20_000)
  await context.addInitScript(() =>
    addEventListener('kushi:alive', () => {
      ;(window as { isAlive?: boolean }).isAlive = true
    }),
  )
  return context
}

/** Waits until React has hydrated the shop's page. A navigation by the router before that fails as a mismatch. */
export const alive = (page: Page) => page.waitForFunction(() => (window as { isAlive?: boolean }).isAlive)
