import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { journey } from './lib/journey.ts'

const shop = process.env.SHOP_URL!
const pages = ['', 'products', 'products?category=comb', 'products/detail/1', 'contents/faq.html', 'sitemaps']

test.each(pages)('/sh/%s says what it is before any script runs, the same to everybody', async (path) => {
  const url = `${shop}/sh/${path}`
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  const html = await answer.text()
  const wanted = [
    '<title>[^<]+</title>',
    '<meta name="description" content="[^"]{15,}"',
    `<link rel="canonical" href="${url.replace('?', '\\?')}"`,
    ...['title', 'description', 'type', 'url', 'image', 'site_name'].map(
      (name) => `property="og:${name}" content="[^"]+"`,
    ),
    '<h1[^>]*>',
  ]
  const found = wanted.map((pattern) => [pattern, html.match(new RegExp(pattern, 'g'))?.length ?? 0])
  expect(found).toEqual(wanted.map((pattern) => [pattern, 1]))

  // Every visitor gets the same bytes, which a CDN may cache; requested so that no cached response hides a difference.
  const seenBy = async (headers: Record<string, string>) => {
    const visit = randomUUID()
    const asked = await fetch(`${url}${path.includes('?') ? '&' : '?'}visit=${visit}`, { headers })
    return (await asked.text()).replaceAll(visit, '')
  }
  const asGuest = await seenBy({})
  const signedIn = { cookie: 'access_token=somebody; kushi=1', authorization: 'Bearer somebody' }
  expect((await seenBy(signedIn)) === asGuest, 'the same with a cookie').toBe(true)
  expect((await seenBy({ 'user-agent': 'iPhone' })) === asGuest, 'the same on a phone').toBe(true)
  expect(answer.headers.get('cache-control')).toContain('s-maxage')
  expect(answer.headers.get('set-cookie')).toBe(null)
  expect(answer.headers.get('vary') ?? '').not.toMatch(/cookie|user-agent/i)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/script-src [^;]*'self'/)
  // Hosts of a named party only, as Google's guide lists its own: no other origin, no scheme.
  const scripts = /script-src [^;]*/.exec(policy)![0].replaceAll('https://*.googletagmanager.com', '')
  expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval|\*|https?:(?!\/\/)/)
})

test('a product page states variants, prices and availability for search engines', async () => {
  const jsonLd = async (id: number) => {
    const html = await (await fetch(`${shop}/sh/products/detail/${id}`)).text()
    return JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)![1]!)
  }
  const text = JSON.stringify(await jsonLd(1))
  expect(text).toMatch(/"@type":"Product/)
  expect(text).toContain('純椿油「しずく」')
  expect(text).toMatch(/"priceCurrency":"JPY"/)
  expect(text).toMatch(/"price":"?2420/)
  expect(text).toContain('https://schema.org/InStock')
  expect(JSON.stringify(await jsonLd(8))).toContain('https://schema.org/OutOfStock')
})

test('sitemap.xml lists the products, robots.txt names the sitemap and excludes personal pages', async () => {
  const sitemap = await fetch(`${shop}/sh/sitemap.xml`)
  expect(sitemap.headers.get('content-type')).toContain('xml')
  const locations = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!)
  expect(locations).toContain(`${shop}/sh/products/detail/15`)
  expect(locations).not.toContain(`${shop}/sh/products/detail/16`)
  // One after the other, as a search engine does: the shop puts off a visitor who asks for many at once.
  for (const url of locations) expect((await fetch(url)).status, url).toBe(200)
  const robots = await (await fetch(`${shop}/robots.txt`)).text()
  expect(robots).toContain(`Sitemap: ${shop}/sh/sitemap.xml`)
  expect(robots).toMatch(/Disallow: \/sh\/mypage/)
})

test('a phone finds the name and the icons for its home screen', async () => {
  const home = await (await fetch(`${shop}/sh/`)).text()
  const linked = (rel: string) => new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(home)![1]!
  const manifest = await fetch(`${shop}${linked('manifest')}`)
  expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
  type Manifest = { name: string; start_url: string; icons: { src: string }[] }
  const { name, start_url, icons } = (await manifest.json()) as Manifest
  expect([name, start_url]).toEqual(['椿野', '/sh/'])
  for (const path of [linked('apple-touch-icon'), ...icons.map(({ src }) => src)])
    expect((await fetch(shop + path)).headers.get('content-type'), path).toBe('image/png')
})

test('the product feed links to the page of each SKU, at its price', async () => {
  const feed = await (await fetch(`${shop}/feeds/google.xml`)).text()
  const items = [...feed.matchAll(/<item>([\s\S]*?)<\/item>/g)].map(([, item]) => item!)
  const item = items.find((one) => one.includes('純椿油「しずく」') && one.includes('<g:size>60mL<'))!
  expect(item).toContain('<g:price>4180 JPY</g:price>')
  const page = await (await fetch(/<g:link>([^<]+)</.exec(item)![1]!)).text()
  expect(page).toMatch(/role="status"[^>]*>[^<]*60mL ¥4,180/)
})

test('personal pages are not cached and not indexed', async () => {
  for (const path of ['cart', 'login', 'mypage', 'normal-purchase/confirm']) {
    const html = await (await fetch(`${shop}/sh/${path}`)).text()
    expect(html, path).toMatch(/<meta name="robots" content="noindex"/)
  }
})

journey(
  'the public pages work without JavaScript',
  async ({ page, expectProblem }) => {
    // Without JavaScript, files announced by preload are not fetched.
    expectProblem(/^failed: GET \/sh\/assets\/.*csp$/)
    await page.goto('products')
    // What does not work is said, with the phone number.
    await page.getByText(/JavaScriptが使えないため.*\(0120-000-000\)/).waitFor()
    await page.getByRole('searchbox', { name: '商品を探す' }).fill('つげ')
    await page.getByRole('button', { name: '探す' }).click()
    await page.getByRole('heading', { level: 1, name: '「つげ」の商品' }).waitFor()
    await page.getByRole('link', { name: /^本つげ櫛/ }).click()
    await page.getByRole('heading', { level: 1, name: '本つげ櫛' }).waitFor()
    expect(await page.getByRole('main').textContent()).toContain('¥16,500')
    await page.getByRole('contentinfo').getByRole('link', { name: '特定商取引法に基づく表記' }).click()
    await page.getByRole('heading', { level: 1, name: '特定商取引法に基づく表記' }).waitFor()
    await page.goto('products')
    await page.getByRole('combobox', { name: '並び順' }).selectOption('価格の高い順')
    await page.getByRole('button', { name: '絞り込む' }).click()
    await page.waitForURL(/sort=price_desc/)
    expect(await page.locator('main h3').first().textContent()).toBe('椿油 一年便')
  },
  { javaScriptEnabled: false },
)
