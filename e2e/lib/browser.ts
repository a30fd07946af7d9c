import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
// @ts-expect-error: plain JavaScript, which must run before anything is installed
import { findBrowser } from '../../scripts/lib/browser.mjs'

export type Size = 'phone' | 'desktop'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** How they look at the shop. */
export const windows = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: iPhone },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const

let browser: Promise<Browser> | undefined

/** Kept away by its name: a browser that asks us about every request keeps no file from one page to the next. */
export const google = 'www.googletagmanager.com'

/** One browser for all journeys of a lane; each gets a context of its own, as clean as a new device. */
function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findBrowser()
  // Root can't use the sandbox of Chromium; here it only ever sees our own shop.
  // Without a locale it could not name a file in Japanese.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  const args = ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${google} ~NOTFOUND`]
  browser ??= chromium.launch({ executablePath, args, env }).then((opened) =>
    // One that has crashed is not the next journey's.
    opened.on('disconnected', () => {
      browser = undefined
    }),
  )
  return browser
}

/** A new device: nothing in its storage, and patient enough for a busy machine. */
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
    // What moves is caught half-way by a check of contrast.
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(20_000)
  return context
}
