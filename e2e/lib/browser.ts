import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
// @ts-expect-error: plain JavaScript, which must run before anything is installed
import { findBrowser } from '../../scripts/lib/browser.mjs'

/** The two windows: on a desktop every screen, and what is laid out in its own way there. */
export const sizes = ['phone', 'desktop'] as const
export type Size = (typeof sizes)[number]

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const windows = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: iPhone },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const

let browser: Promise<Browser> | undefined

/** One browser for all journeys of a lane; each gets a context of its own, as clean as a new device. */
function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? findBrowser()
  // Root can't use the sandbox of Chromium; here it only ever sees our own shop.
  // Without a locale it could not name a file in Japanese.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  browser ??= chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], env }).then((opened) =>
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
  await context.route('https://www.googletagmanager.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  )
  context.setDefaultTimeout(20_000)
  return context
}
