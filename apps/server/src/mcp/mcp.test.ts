import { request } from 'node:http'
import { testDatabase } from '@kushi/db/testing'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { environment, startServer } from '../testing/server.ts'

const database = await testDatabase()
const { pool } = database
const unreachable = { url: 'http://127.0.0.1:9', smtpPort: 9 }
const env = {
  ...environment(database.url, unreachable),
  PUBLIC_URL: 'http://127.0.0.1:3000',
  RATE_LIMIT_FACTOR: '1',
}
const server = await startServer({ ...env, API_ORIGINS: 'https://assistant.example' })
const clients: Client[] = []
afterAll(async () => {
  for (const one of clients) await one.close()
  await server.stop()
  await database.close()
})
beforeEach(() => pool.query('delete from rate_limit'))

async function connected(mode: 'legacy' | { pin: string }, headers: Record<string, string> = {}) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }))
  clients.push(client)
  return client
}
const client = await connected({ pin: '2026-07-28' })

// biome-ignore lint/suspicious/noExplicitAny: an answer is text, whose shape the tests are about
type ToolAnswer = Record<string, any>
async function call(name: string, given: object = {}, by = client) {
  const { content, isError } = await by.callTool({ name, arguments: given as Record<string, unknown> })
  const { text } = (content as { text: string }[])[0]!
  return isError ? { error: text } : (JSON.parse(text) as ToolAnswer)
}
const sku = async () => (await call('get_product', { id: 1 })).variants[0]

test('clients of both protocol generations find read-only tools', async () => {
  for (const one of [client, await connected('legacy')]) {
    const { tools } = await one.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'search_products',
      'get_product',
      'list_categories',
      'get_shop_info',
      'estimate_delivery',
    ])
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    expect(tools.every(({ description }) => /[ぁ-ん]/.test(description ?? ''))).toBe(true)
    expect((await call('list_categories', {}, one)).categories[0]).toEqual({ category_name: '椿油', slug: 'oil' })
  }
})

test('products are found with prices, variants and stock', async () => {
  const found = await call('search_products', { keyword: 'つげぐし' })
  expect(found).toMatchObject({ total: 1, products: [{ product_name: '本つげ櫛', stock: '在庫あり' }] })
  expect(found.products[0].url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/sh\/products\/detail\/\d+$/)
  const subscribed = await call('search_products', { purchase: 'subscription', worry: 'dryness' })
  expect(subscribed.products.every((one: ToolAnswer) => one.subscription_price_min > 0)).toBe(true)
  const oil = await call('get_product', { id: 1 })
  expect(oil).toMatchObject({ product_name: '純椿油「しずく」', sale: '通常購入と定期便' })
  expect(oil.variants[0]).toMatchObject({ price: 2420, subscription_price: 2178, tax_rate: 10 })
  expect(oil.variants[0]).not.toHaveProperty('weight_g')
  await pool.query('update product_sku set stock = 3 where shop_id = 2 and id = $1', [oil.variants[0].product_sku_id])
  expect((await sku()).stock).toBe('残り3点')
})

test('the shop describes itself, its delivery and payment methods, and its legal page', async () => {
  const shop = await call('get_shop_info')
  expect(shop).toMatchObject({ shop_name: '椿野', delivery_free_amount: 6600, sells_to_companies_only: false })
  expect(shop.delivery_methods.length).toBeGreaterThan(0)
  expect(shop.payment_methods.map((one: ToolAnswer) => one.payment_name)).toContain('代金引換')
  expect(shop.law_html).toContain('返品')
})

test('fee and earliest day depend on destination and items', async () => {
  const { product_sku_id } = await sku()
  const items = [{ product_sku_id, quantity: 1 }]
  const near = await call('estimate_delivery', { items, prefecture: '東京都' })
  const far = await call('estimate_delivery', { items, prefecture: '沖縄県' })
  const fee = (said: ToolAnswer) => said.methods[0].delivery_fee
  expect(near.methods[0].total).toBe(2420 + fee(near))
  expect(fee(far)).toBeGreaterThan(fee(near))
  expect(far.methods[0].earliest_delivery_date > near.methods[0].earliest_delivery_date).toBe(true)
  const free = await call('estimate_delivery', { items: [{ product_sku_id, quantity: 3 }], prefecture: '東京都' })
  expect([fee(free), free.methods[0].free_remaining]).toEqual([0, 0])
  const island = { items, postal_code: '952-1311', prefecture: '新潟県' }
  expect(await call('estimate_delivery', island)).toMatchObject({ is_remote_island: true })
})

test.each([
  ['get_product', { id: 16 }, /見つかりません/],
  ['get_product', { id: 'one' }, /id/],
  ['estimate_delivery', { items: [{ product_sku_id: 101 }] }, /郵便番号/],
  ['estimate_delivery', { items: [{ product_sku_id: 999_999 }], prefecture: '東京都' }, /見つかりません/],
  ['search_products', { keyword: 'あ'.repeat(101) }, /keyword/],
  ['search_products', { query: '椿' }, /「query」という項目はありません/],
  ['list_categories', { category: 'oil' }, /「category」という項目はありません/],
  ['get_shop_info', { id: 3 }, /「id」という項目はありません/],
  [
    'estimate_delivery',
    { items: [{ product_sku_id: 101, quantitiy: 2 }], prefecture: '東京都' },
    /「quantitiy」という項目はありません/,
  ],
])('%s %j reports the mistake', async (name, given, error) => {
  expect((await call(name, given)).error).toMatch(error)
})

test('an internal error reveals no detail', async () => {
  await pool.query('alter table category rename to category_away')
  const said = await call('get_product', { id: 2 })
  await pool.query('alter table category_away rename to category')
  expect(said).toEqual({ error: 'ただいま処理できませんでした。時間をおいて、もう一度お試しください。' })
})

const prices = async (headers: Record<string, string>) =>
  (await call('search_products', {}, await connected('legacy', headers))).products[0].price_min

test('every caller is a guest: prices for approved accounts are not shown', async () => {
  const partners = { 'x-shop-id': '3' }
  await pool.query(`update shop set price_visibility = 'everybody' where id = 3`)
  expect(await prices(partners)).toBeGreaterThan(0)
  await pool.query(`update shop set price_visibility = 'approved' where id = 3`)
  const body = { email: 'salon@example.com', password: 'Tsubaki2026' }
  const login = await server.call('POST /v1/common/login/customer/', { body, shop: 3 })
  const token = login.data.access_token
  const asMember = await server.call('GET /v1/product', { shop: 3, token })
  expect(asMember.data.items[0]!.price_min).toBeGreaterThan(0)
  expect(await prices({ ...partners, authorization: `Bearer ${token}` })).toBeNull()
})

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}
/** A raw request: `fetch` does not allow setting the Host header. */
const post = (headers: Record<string, string>, body: string = JSON.stringify(initialize), method = 'POST') =>
  new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const sent = request(`${server.url}/mcp`, { method, headers: { ...accept, ...headers } }, (res) => {
      res.resume()
      resolve({ status: res.statusCode!, headers: res.headers })
    })
    sent.on('error', reject).end(method === 'POST' ? body : undefined)
  })

test.each<[string, Record<string, string>, number]>([
  ['nobody in a browser', {}, 200],
  ['the shop itself', { origin: 'http://127.0.0.1:3000' }, 200],
  ['a site that is named', { origin: 'https://assistant.example' }, 200],
  ['another site', { origin: 'https://evil.example' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['a name that was made to lead here', { host: 'evil.example' }, 403],
])('%s asks', async (_, headers, status) => {
  const answer = await post(headers)
  expect(answer.status).toBe(status)
  const allowed = headers.origin === 'https://assistant.example' ? headers.origin : undefined
  expect(answer.headers['access-control-allow-origin']).toBe(allowed)
})

test('bodies, streams and other methods are limited', async () => {
  expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: false })
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow()
  expect((await post({}, JSON.stringify({ ...initialize, padding: 'x'.repeat(70_000) }))).status).toBe(413)
  expect((await post({}, 'no JSON')).status).toBe(400)
  expect((await post({ accept: 'text/event-stream' }, '', 'GET')).status).toBe(405)
})

test('a request brings one message', async () => {
  const estimate = { name: 'estimate_delivery', arguments: { items: [{ product_sku_id: 101 }], prefecture: '東京都' } }
  const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: estimate }))
  expect((await post({}, ` ${JSON.stringify(batch)}`)).status).toBe(400)
  expect((await pool.query('select from rate_limit')).rowCount).toBe(0)
})

test('a few requests of one address wait for their turn, and one more is rejected', async () => {
  const lock = await pool.connect()
  await lock.query('begin; lock table category in access exclusive mode')
  const calls = Array.from({ length: 8 + 1 }, () => call('list_categories'))
  const first = await Promise.race(calls)
  await lock.query('rollback')
  lock.release()
  expect(first.error).toMatch(/混み合っています/)
  expect((await Promise.all(calls)).filter(({ error }) => error)).toHaveLength(1)
})

test('requests of one address are counted', async () => {
  await call('list_categories')
  await pool.query(`update rate_limit set count = 1200 where key like 'agent_address:%'`)
  expect((await call('list_categories')).error).toMatch(/一時的に受け付けを止めています/)
})

test('estimates are counted separately', async () => {
  const estimate = () => call('estimate_delivery', { items: [{ product_sku_id: 101 }], prefecture: '東京都' })
  await estimate()
  await pool.query(`update rate_limit set count = 300 where key like 'agent_estimate_address:%'`)
  expect((await estimate()).error).toMatch(/一時的に受け付けを止めています/)
  expect((await call('list_categories')).error).toBeUndefined()
})

test('a shop that is not open answers no request', async () => {
  await pool.query('update shop set opened_at = null where id = 2')
  await expect.poll(async () => (await post({})).status).toBe(403)
  await pool.query('update shop set opened_at = now() where id = 2')
  await expect.poll(async () => (await post({})).status).toBe(200)
})

test('MCP=off turns it off', async () => {
  const closed = await startServer({ ...env, MCP: 'off' })
  expect((await fetch(`${closed.url}/mcp`, { method: 'POST' })).status).toBe(404)
  await closed.stop()
})
