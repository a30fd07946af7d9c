import { testDatabase } from '@kushi/db/testing'
import type { Hono } from 'hono'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { environment, sandboxOf, startServer } from '../../testing/server.ts'
import { mountPages } from './pages.ts'

interface PageAnswer {
  data: { blocks: { title: string }[]; variant: { experiment_id: number; arm: number } | null }
}

const database = await testDatabase()
const sandbox = await sandboxOf()
/** A page that shows what the call of a 申し込みページ says. */
const server = await startServer(environment(database.url, sandbox), (app: Hono, deps) =>
  mountPages(
    app,
    deps,
    async (request, api) => {
      const pathname = decodeURI(new URL(request.url).pathname).toLowerCase()
      const slug = pathname.replace(/^\/sh\/lp\//, '').replace(/\.data$/, '')
      const path = pathname.startsWith('/sh/lp/') ? `/v1/landing-page/${slug}` : '/v1/setting/shop/home'
      const answer = (await (await api(path)).json()) as PageAnswer
      const type = pathname.endsWith('.data') ? 'text/x-script' : 'text/html'
      return new Response(JSON.stringify(answer.data), { headers: { 'content-type': type } })
    },
    async () => ({ client_id: 'kushi-web-2', client_key: 'x', shop_id: 2 }),
  ),
)
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
  await database.close()
})

const sql = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows
const form = (title: string) => JSON.stringify([{ kind: 'form', title, text: '', visible: true }])
const [page] = await sql(
  `insert into landing_page (shop_id, slug, title, visible, successor, cart_type, items, intervals, adcd, thanks, blocks)
    values (2, 'oil', '椿油', true, '', 0, '[{"product_sku_id": 101, "quantity": 1}]', '[]', '', '', $1) returning id`,
  form('A'),
)
const [variant] = await sql(
  `insert into landing_variant (shop_id, landing_page_id, variant_name, blocks) values (2, $1, 'B', $2) returning id`,
  page.id,
  form('B'),
)
beforeEach(() => sql('delete from experiment'))
const start = () =>
  sql(
    `insert into experiment (shop_id, subject, landing_page_id, arms, salt, holdout_percent, window_days, expected, started_at)
      values (2, 'landing_page', $1, $2, 'salt', 50, 28, 100, now())`,
    page.id,
    JSON.stringify([
      { variant_id: null, name: 'A', visitor_percent: 50 },
      { variant_id: Number(variant.id), name: 'B', visitor_percent: 50 },
    ]),
  )

async function open(cookie = '', path = '/sh/lp/oil', more: Record<string, string> = {}) {
  const res = await fetch(`${server.url}${path}`, { headers: { cookie, ...more } })
  const seen = JSON.parse(await res.text()) as PageAnswer['data']
  const set = res.headers.getSetCookie().filter((one) => one.startsWith('visitor_'))
  return {
    seen,
    title: seen.blocks?.[0]?.title,
    cache: res.headers.get('cache-control'),
    set,
    etag: res.headers.get('etag'),
  }
}
const sign = (set: string[]) => set[0]!.split(';')[0]!

test('without a comparison the page is the same for all: no cookie, and shared caches may store it', async () => {
  const { title, cache, set, seen } = await open()
  expect([title, set, seen.variant]).toEqual(['A', [], null])
  expect(cache).toContain('public')
  expect((await open('visitor_2=abcdefghijklmnopqrstuv')).cache).toContain('public')
})

test('while one runs each browser gets its own and keeps it, and no cache may mix them up', async () => {
  await start()
  const browsers = await Promise.all(Array.from({ length: 16 }, () => open()))
  expect(new Set(browsers.map(({ title }) => title))).toEqual(new Set(['A', 'B']))
  expect(new Set(browsers.map(({ set }) => sign(set))).size).toBe(16)
  for (const { title, cache, set } of browsers) {
    expect(cache).toBe('private, no-cache')
    expect(set).toEqual([
      expect.stringMatching(/^visitor_2=[\w-]{22}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    for (const path of ['/sh/lp/oil', '/sh/lp/oil.data', '/sh/lp/oil?adcd=x', '/sh/LP/oil', '/sh/l%70/oil']) {
      const again = await open(sign(set), path)
      expect([again.title, again.cache, again.set]).toEqual([title, 'private, no-cache', []])
    }
  }
  // What one browser has is not what another asks for.
  const [a, b] = ['A', 'B'].map((one) => browsers.find(({ title }) => title === one)!)
  expect(a!.etag).not.toBe(b!.etag)
  expect((await open(sign(b!.set), '/sh/lp/oil', { 'if-none-match': `"none"` })).title).toBe('B')
  // Another page stays the same for all.
  expect(await open('', '/sh/')).toMatchObject({ set: [], cache: expect.stringContaining('public') })
})

test('a cookie that is no sign is replaced; a client of the API gets the page itself', async () => {
  await start()
  const { set } = await open('visitor_2=<script>')
  expect(sign(set)).not.toContain('script')
  const res = await fetch(`${server.url}/v1/landing-page/oil`, { headers: { 'x-shop-id': '2' } })
  expect(res.headers.getSetCookie().filter((one) => one.startsWith('visitor_'))).toEqual([])
  expect(((await res.json()) as PageAnswer).data).toMatchObject({ variant: null, blocks: [{ title: 'A' }] })
})

test('the browser’s own call counts it, by the cookie that only the server reads', async () => {
  await start()
  const { seen, set } = await open()
  const tell = (cookie: string) =>
    fetch(`${server.url}/v1/landing-page/oil/visitor`, {
      method: 'POST',
      headers: { 'x-shop-id': '2', 'content-type': 'application/json', cookie },
      body: JSON.stringify(seen.variant),
    })
  expect((await tell('')).status).toBe(200)
  expect(await sql('select 1 from experiment_visitor')).toEqual([])
  await tell(sign(set))
  await tell(sign(set))
  expect(await sql('select arm from experiment_visitor')).toEqual([{ arm: seen.variant!.arm }])
})

test('a browser that asks for the offers of a form gets a sign while one is compared; what is no browser of the shop gets none', async () => {
  await sql('delete from order_offer')
  const [offer] = await sql(
    `insert into order_offer (shop_id, offer_place, title, text, visible, sort_no, cart_type, product_sku_id, quantity, for_sku_ids, landing_slug)
      values (2, 'beside', 'ご一緒に', '', true, 10, 0, 105, 1, '[]', '') returning id`,
  )
  await sql('update shop set order_offer_flag = true where id = 2')
  const ask = async (headers: Record<string, string>) => {
    const res = await fetch(`${server.url}/v1/order/offers?product_sku_ids=101:1&is_subscription=false`, {
      headers: { 'x-shop-id': '2', ...headers },
    })
    const { data } = (await res.json()) as { data: { items: unknown[] } }
    const set = res.headers.getSetCookie().filter((one) => one.startsWith('visitor_'))
    return { set, shown: data.items.length, cache: res.headers.get('cache-control') }
  }
  const browser = { 'sec-fetch-site': 'same-origin' }
  // The server hears of the flag by a notice.
  await expect.poll(() => ask(browser)).toMatchObject({ set: [], shown: 1 })
  await sql(
    `insert into experiment (shop_id, subject, order_offer_id, salt, holdout_percent, window_days, expected, started_at)
      values (2, 'form_offer', $1, 'salt', 50, 28, 100, now())`,
    offer.id,
  )
  for (const none of [{}, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'none' }])
    for (let n = 0; n < 4; n++) expect(await ask(none)).toMatchObject({ set: [], shown: 1 })
  expect(await sql('select 1 from experiment_visitor')).toEqual([])
  const answers = await Promise.all(Array.from({ length: 24 }, () => ask(browser)))
  expect(new Set(answers.map(({ shown }) => shown))).toEqual(new Set([0, 1]))
  for (const { set, shown, cache } of answers) {
    expect(cache).toBe('no-store')
    expect(set).toEqual([
      expect.stringMatching(/^visitor_2=[\w-]{22}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(await ask({ ...browser, cookie: sign(set) })).toMatchObject({ set: [], shown })
  }
  expect(await sql('select count(*)::int as counted from experiment_visitor')).toEqual([{ counted: 24 }])
})
