import { testDatabase } from '@kushi/db/testing'
import { withAnotherLetter } from '@kushi/shop/testing/forge'
import type { Hono } from 'hono'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { signInAsDemo } from '../../demo/demo-operators.ts'
import { environment, newMember, sandboxOf, startServer } from '../../testing/server.ts'
import { mountPages } from './pages.ts'

interface ProductAnswer {
  data: { skus: { price: number }[]; delivery_free_amount: number | null }
}

const database = await testDatabase()
const sandbox = await sandboxOf()
/** A page that shows which client rendered it, and the shop's data of one product. */
const server = await startServer(environment(database.url, sandbox), (app: Hono, deps) =>
  mountPages(
    app,
    deps,
    async (request, api, client) => {
      const path = new URL(request.url).pathname
      if (path === '/sh/feed') return new Response('x', { headers: { 'cache-control': 'public' } })
      const answers = await Promise.all(['/v1/product/detail/1', '/v1/setting/shop/detail/2'].map((one) => api(one)))
      const [found, shop] = await Promise.all(answers.map((one) => one.json() as Promise<ProductAnswer>))
      const { as_of } = client
      const seen = { as_of, price: found!.data.skus[0]!.price, free: shop!.data.delivery_free_amount }
      return new Response(JSON.stringify(seen), { headers: { 'content-type': 'text/html' } })
    },
    async () => ({ client_id: 'kushi-web-2', client_key: 'x', shop_id: 2 }),
  ),
)
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
  await database.close()
})

const session = (await signInAsDemo(server.deps, 'manager'))!
const DAY = 86_400_000
const at = new Date(Date.now() + 3 * DAY).toISOString()
const [sku] = (await database.pool.query('select id, price from product_sku where product_id = 1 order by sort_no, id'))
  .rows as { id: number; price: number }[]
const TODAY = { as_of: null, price: sku!.price, free: 6600 }
const THEN = { as_of: at, price: 9_900, free: 54_321 }

const admin = async (path: string, body: object, cookie = `kushi_operator=${session}`) => {
  const headers = { 'x-kushi-admin': '1', 'content-type': 'application/json', cookie }
  const res = await fetch(`${server.url}/admin/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: res.status, ...((await res.json()) as { data: { url: string } }) }
}
const starts_at = new Date(Date.now() + 2 * DAY).toISOString()
const prices = { subscription_first_price: null, subscription_price: null }
await database.pool.query(
  'update product_sku set subscription_first_price = null, subscription_price = null where id = $1',
  [sku!.id],
)
const price = { kind: 'price', subject_id: '1', after: { skus: [{ id: sku!.id, price: 9_900, ...prices }] } }
const free = { kind: 'free_amount', subject_id: '', after: { delivery_free_amount: 54_321 } }
for (const change of [price, free])
  expect(await admin('schedule', { ...change, starts_at, ends_at: null })).toMatchObject({ status: 200 })

const path = async () => (await admin('schedule/preview', { at })).data.url.replace(/^https?:\/\/[^/]+/, '')
/** The cookies of a browser that opened the admin's link. */
async function open(link: string): Promise<string> {
  const res = await fetch(`${server.url}${link}`, { redirect: 'manual' })
  expect([res.status, res.headers.get('location')]).toEqual([303, '/sh/'])
  expect(res.headers.get('cache-control')).toBe('private, no-store')
  const [key, mark] = res.headers.getSetCookie().filter((one) => !one.startsWith('kushi_visit'))
  expect(key).toMatch(/^kushi_as_of=.+; Max-Age=\d{4}; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(mark).toContain(`as_of=${encodeURIComponent(at)}`)
  return res.headers
    .getSetCookie()
    .toReversed()
    .map((one) => one.split(';')[0])
    .join('; ')
}
const page = async (cookie = '', more: Record<string, string> = {}) => {
  const res = await fetch(`${server.url}/sh/`, { headers: { cookie, ...more } })
  return { res, seen: JSON.parse(await res.text()) }
}
const call = async (
  cookie = '',
  headers: Record<string, string> = {},
  init: RequestInit = {},
  asked = 'product/detail/1',
) => {
  const all = { 'x-shop-id': '2', 'content-type': 'application/json', cookie, ...headers }
  const res = await fetch(`${server.url}/v1/${asked}`, { ...init, headers: all })
  return { status: res.status, ...((await res.json()) as { data?: never; meta?: { error: string; message: string } }) }
}
const priceOf = ({ data }: { data?: unknown }) => (data as { skus: { price: number }[] }).skus[0]!.price
const own = { 'x-as-of': at }

let cookie = ''
beforeEach(async () => {
  server.deps.answers.clear()
  cookie = await open(await path())
})

test('pages and calls are as of that day with the key, and current for all others at the same time', async () => {
  const all = await Promise.all([page(), page(cookie), page(), page(cookie), call(cookie, own), call(), page()])
  expect([0, 1, 2, 3, 6].map((n) => (all[n] as { seen: object }).seen)).toEqual([TODAY, THEN, TODAY, THEN, TODAY])
  expect([4, 5].map((n) => priceOf(all[n] as never))).toEqual([9_900, sku!.price])
  // The process-wide cache holds the current state, before and after.
  const quoted = `product/sku/list?product_sku_ids=${sku!.id}:3&is_subscription=false`
  const fees = []
  for (const headers of [{}, own, {}, own]) {
    const { data } = await call('x-as-of' in headers ? cookie : '', headers, {}, quoted)
    fees.push((data as unknown as { summary: { delivery_fee: number } }).summary.delivery_fee)
  }
  expect(fees).toEqual([0, 660, 0, 660])
  const { rows } = await database.pool.query('select state from scheduled_change')
  expect(rows.map(({ state }) => state)).toEqual(['planned', 'planned'])
})

test('every call of a page about the shop supports that day', async () => {
  const [row] = (await database.pool.query('select slug from article where shop_id = 2 limit 1')).rows as {
    slug: string
  }[]
  const island = 'setting/system/masterdata/postal-code/1000001/is-remote-island'
  for (const asked of [
    'product',
    'product?keyword=%E6%A4%BF&sort=price_asc',
    'product/suggestion?keyword=%E6%A4%BF',
    'product/detail/1',
    `product/sku/list?product_sku_ids=${sku!.id}:1&is_subscription=false&postal_code=2480006&pref_id=14&payment_method_id=1`,
    'setting/shop/payment/',
    'setting/shop/detail/mypage',
    'setting/shop/detail/menu',
    'setting/shop/detail/2',
    island,
    'setting/shop/content/footer',
    'setting/shop/home',
    'setting/system/masterdata/target/detail/?name=prefecture',
    'delivery?visible=true',
    'delivery/detail/1',
    'delivery/1/time',
    'delivery/2480006/delivery-method',
    'delivery/1/delivery-date/2480006/start/14',
    'delivery/pattern-dates?subscription_division_id=1&param1=1',
    'article',
    `article/${row!.slug}`,
    'voice?product_id=1',
  ]) {
    const [today, then] = [await call('', {}, {}, asked), await call(cookie, own, {}, asked)]
    expect([asked, today.status, then.status]).toEqual([asked, 200, 200])
  }
})

test('it is never cached, and is never answered from a cache', async () => {
  const first = await page()
  const kept = server.deps.answers.size
  expect(kept.entries).toBe(1)
  const { res, seen } = await page(cookie, { 'if-none-match': first.res.headers.get('etag')! })
  expect([res.status, seen]).toEqual([200, THEN])
  expect(res.headers.get('cache-control')).toBe('private, no-store')
  expect([res.headers.get('x-robots-tag'), res.headers.get('etag')]).toEqual(['noindex', null])
  await call(cookie, own)
  expect(server.deps.answers.size).toEqual(kept)
  expect((await page()).seen).toEqual(TODAY)
  const feed = await fetch(`${server.url}/sh/feed`, { headers: { cookie } })
  expect(feed.headers.get('cache-control')).toBe('private, no-store')
})

test('no cached answer is used, however its cookie is written, and after it has expired', async () => {
  expect(priceOf(await call(cookie.replace('kushi_as_of=', 'kushi_as_of ='), own))).toBe(9_900)
  expect(priceOf(await call())).toBe(sku!.price)
  expect(await call('', own)).toMatchObject({ status: 409, meta: { error: 'ERROR_AS_OF_OVER' } })
})

test('nothing can be changed meanwhile, only a cart can be checked', async () => {
  const refusal = { status: 403, meta: { error: 'ERROR_AS_OF', message: expect.stringMatching(/^プレビュー中は、/) } }
  const body = JSON.stringify({ items: [] })
  for (const [method, asked] of [
    ['POST', 'order/public/new'],
    ['POST', 'cart/items/new'],
    ['POST', 'common/login/customer/'],
    ['PUT', 'customer/1/update'],
    ['DELETE', 'cart/items/delete/1'],
  ] as const) {
    expect([asked, await call(cookie, own, { method, body }, asked)]).toMatchObject([asked, refusal])
    // Nor by a page without `x-as-of`, nor without the key.
    expect([asked, await call(cookie, {}, { method, body }, asked)]).toMatchObject([asked, refusal])
    expect([asked, await call('', own, { method, body }, asked)]).toMatchObject([asked, refusal])
  }
  expect(await call(cookie, own, { method: 'POST', body }, 'cart/items/check')).toMatchObject({ status: 200 })
})

test('a member’s current page in another tab stays current, and the two are not mixed', async () => {
  const { token } = await newMember(server.call)
  const authorization = `Bearer ${token}`
  expect(await call(cookie, { authorization }, { method: 'POST' }, 'common/me')).toMatchObject({ status: 200 })
  expect(priceOf(await call(cookie, { authorization }))).toBe(sku!.price)
  expect(await call(cookie, { authorization, ...own }, {}, 'customer/has-error-payment')).toMatchObject({ status: 401 })
  // A guest's page that was cached before.
  expect(priceOf(await call(cookie))).toBe(sku!.price)
})

test('a key that is forged, of another shop or expired shows the current shop and is deleted', async () => {
  const key = /kushi_as_of=([^;]+)/.exec(cookie)![1]!
  const { base } = server.deps
  const { secrets } = await base(2)
  const soon = Date.now() + DAY
  for (const bad of [
    'x',
    withAnotherLetter(key),
    secrets.seal(`as of 3 ${Date.parse(at)} ${soon}`),
    secrets.seal(`as of 2 ${Date.parse(at)} ${Date.now() - 1}`),
  ]) {
    const { res, seen } = await page(`kushi_as_of=${bad}`)
    expect(seen).toEqual(TODAY)
    expect(res.headers.getSetCookie().map((one) => one.split(';')[0])).toEqual(['kushi_as_of=', 'as_of='])
    expect(res.headers.get('cache-control')).toBe('private, no-store')
    expect(await call(`kushi_as_of=${bad}`, own)).toMatchObject({ status: 409, meta: { error: 'ERROR_AS_OF_OVER' } })
    expect(priceOf(await call(`kushi_as_of=${bad}`))).toBe(sku!.price)
    const refused = await fetch(`${server.url}/sh/as-of?key=${bad}`, { redirect: 'manual' })
    expect(refused.headers.getSetCookie().every((one) => one.includes('Max-Age=0'))).toBe(true)
  }
  // A page of another time than the key's.
  expect(await call(cookie, { 'x-as-of': new Date().toISOString() })).toMatchObject({ status: 409 })
})

test('the banner’s button ends it, and starting it needs the permission', async () => {
  const ended = await fetch(`${server.url}/sh/as-of`, { method: 'POST', headers: { cookie }, redirect: 'manual' })
  expect([ended.status, ended.headers.get('location')]).toEqual([303, '/sh/'])
  expect(ended.headers.getSetCookie().map((one) => one.split(';')[0])).toEqual(['kushi_as_of=', 'as_of='])
  expect(await admin('schedule/preview', { at }, '')).toMatchObject({ status: 401 })
})

test('for a shop that is not open yet, the link works like the shop’s own preview link', async () => {
  await database.pool.query('update shop set opened_at = null where id = 2')
  try {
    server.deps.closedShops.forget()
    expect((await fetch(`${server.url}/sh/`)).status).toBe(503)
    const let_in = await open(await path())
    expect((await page(let_in)).seen).toEqual(THEN)
    expect(priceOf(await call(let_in, own))).toBe(9_900)
    // The preview key does not open a closed shop: only the visit cookie does.
    expect((await fetch(`${server.url}/sh/`, { headers: { cookie: let_in.split('; kushi_visit')[0]! } })).status).toBe(
      503,
    )
  } finally {
    await database.pool.query('update shop set opened_at = now() where id = 2')
    server.deps.closedShops.forget()
  }
})

test('a path that cannot be decoded is not drawn, so nothing writes it to the log', async () => {
  const res = await fetch(`${server.url}/sh/%E0%A4%A`, { redirect: 'manual' })
  expect([res.status, res.headers.get('location')]).toEqual([302, '/sh/page-not-found'])
})
