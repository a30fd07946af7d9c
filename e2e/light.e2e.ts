import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { journey } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { payCash, toConfirmation } from './lib/purchase.ts'
import { checkOut } from './lib/shopping.ts'

const assets = join(import.meta.dirname, '../apps/storefront/build/client/assets')

/** Of the response for a file, in bytes. */
const HEADERS = 330

/** Small files are not compressed. */
async function sizeOf(name: string): Promise<number> {
  const file = await readFile(join(assets, `${name}.br`)).catch(() => readFile(join(assets, name)))
  return file.length
}

/** What a guest's page asks for once it can be used: the guard's calls, and what is missing for free delivery. */
const CALLS = new Set([
  '/v1/common/init',
  '/v1/setting/system/masterdata/target/detail/',
  '/v1/cart-abandonments/get_abandonment_users_setting',
  '/v1/product/sku/list',
])

const paths = ['', 'products', 'products/detail/1', 'cart', 'login', 'contents/faq.html']

journey(
  'each page is interactive after at most 120 KB of code, and loads later no form and no style',
  async ({ page, device }) => {
    let styles: string[] = []
    let later: string[] = []
    let calls: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/v1/')) calls.push(pathname)
      const [, name] = /\/sh\/assets\/(.+\.js)$/.exec(request.url()) ?? []
      if (name) later.push(name)
      if (request.resourceType() === 'stylesheet') styles.push(request.url())
    })
    // Each page as the first of a visit.
    const devtools = await device.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    for (const path of paths) {
      // What the page before asks for late is none of this one's.
      await page.goto('about:blank')
      ;[styles, later, calls] = [[], [], []]
      const html = (await (await page.goto(path))?.text()) ?? ''
      // What it names itself is what it needs before it can be used; all other code is asked for by that code.
      const names = [...html.matchAll(/<link rel="modulepreload" href="[^"]*\/([^/"]+\.js)"/g)].map(([, name]) => name!)
      expect(names.length, path).toBeGreaterThan(5)
      expect(names.length, `${path}: ${names}`).toBeLessThanOrEqual(8)
      const sizes = await Promise.all(names.map(async (name) => [name, (await sizeOf(name)) + HEADERS] as const))
      const total = sizes.reduce((sum, [, size]) => sum + size, 0)
      expect(total, `${path}: ${sizes.map(([name, size]) => `${name} ${size}`).join(', ')}`).toBeLessThan(120 * 1024)
      // All styles are inlined; later code must not load them again, which would redraw the whole page.
      await page.locator('html[data-idle]').waitFor()
      await page.waitForLoadState('networkidle')
      expect(styles, path).toEqual([])
      // The login is a form: its rules are loaded when it can be used.
      if (path !== 'login')
        expect(
          later.filter((name) => /^(form|member|liff)-/.test(name)),
          path,
        ).toEqual([])
      expect(
        // The browser suggests passkeys under the e-mail from the start.
        calls.filter((call) => !CALLS.has(call) && !(path === 'login' && call.endsWith('/login/passkey/options'))),
        path,
      ).toEqual([])
    }
  },
)

journey(
  'the first picture comes inside the page, and sharper with the code on a dense screen',
  async ({ page, device }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const devtools = await device.newCDPSession(page)
    const shown = () =>
      page.locator('img[fetchPriority="high"]').evaluate((image: HTMLImageElement) => image.currentSrc.slice(-32))
    for (const [path, name] of [
      ['', 'hero-2'],
      ['products/detail/1', 'large/camellia-oil-6'],
    ] as const)
      for (const deviceScaleFactor of [2, 3]) {
        await page.goto('about:blank')
        asked.length = 0
        await devtools.send('Emulation.setDeviceMetricsOverride', {
          width: 390,
          height: 844,
          deviceScaleFactor,
          mobile: true,
        })
        await page.goto(path)
        // The code is there, and what it made the browser request as well.
        await page.locator('html[data-idle]').waitFor()
        await page.waitForLoadState('networkidle')
        const files = () => asked.filter((url) => url.includes(`/${name}-`))
        if (deviceScaleFactor === 2) expect([await shown(), files()]).toEqual([expect.not.stringMatching('avif$'), []])
        else {
          await expect.poll(shown).toMatch(`${name}-960.avif`)
          expect(files()).toEqual([expect.stringMatching(`${name}-960.avif$`)])
        }
      }
  },
)

journey(
  'a member’s form asks once for what it shows first, and the confirmation for nothing that the form knows',
  async ({ page, device }) => {
    await memberWith(device, { sku: 133 })
    // What the cart asks for itself, the ways to pay last, is not the form's.
    const known = page.waitForResponse(/setting\/shop\/payment/)
    await page.goto('cart')
    await known
    await page.waitForLoadState('networkidle')
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/v1/')) asked.push(pathname.replace(/\/\d+/g, ''))
    })
    await checkOut(page)
    await page.getByRole('radio', { name: /^クレジットカード/, checked: true }).waitFor()
    await page.locator('select[name="delivery_date"] option').nth(5).waitFor({ state: 'attached' })
    // A repeated quote would be asked within this time.
    await page.waitForTimeout(500)
    const first = [
      '/v1/product/sku/list',
      '/v1/setting/shop/payment/',
      '/v1/delivery/time',
      '/v1/delivery/delivery-date/start',
    ]
    for (const path of first)
      expect(
        asked.filter((one) => one === path),
        path,
      ).toHaveLength(1)

    const priced = page.waitForResponse(/sku\/list.*payment_method_id=null/)
    await payCash(page)
    await priced
    asked.length = 0
    await toConfirmation(page)
    expect(asked).toEqual(['/v1/order/validates-data', '/v1/order/validates-data'])
    // Reached without the form, it asks for the addresses.
    await page.reload()
    await expect.poll(() => asked).toContain('/v1/common/address')
  },
)
