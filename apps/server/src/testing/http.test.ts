import { createHash } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { contract } from '@kushi/contract/contract'
import { product_sku } from '@kushi/db/schema/product'
import { testDatabase } from '@kushi/db/testing'
import { eventually } from '@kushi/db/testing-eventually'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { demoDatabaseConfirmation } from '../config/sandbox-rule.ts'
import { mountPages } from '../http/pages/pages.ts'
import { environment, newMember, sandboxOf, startServer } from './server.ts'
import { comeBack } from './shopper.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const client = async (shop_id: number) => ({ client_id: 'kushi-web', client_key: 'key', shop_id })
const rendered: string[] = []
let rendering = 0
let mostAtOnce = 0
/** A storefront that shows the request it received. */
const server = await startServer(environment(database.url, sandbox), (app, deps) =>
  mountPages(
    app,
    deps,
    async (request, api, { shop_id }, publicUrl) => {
      rendered.push(request.url)
      mostAtOnce = Math.max(mostAtOnce, ++rendering)
      if (request.url.includes('/crowd')) await new Promise((resolve) => setTimeout(resolve, 50))
      rendering -= 1
      if (request.url.includes('/away')) return new Response('<p>503', { status: 503, headers: html })
      if (request.url.includes('missing')) return new Response('<p>404', { status: 404, headers: html })
      const { data } = (await (await api('/v1/setting/shop/detail/menu')).json()) as { data: object }
      if (request.url.includes('/changing')) deps.closedShops.forget()
      const received = JSON.stringify([request.url, publicUrl, shop_id, data])
      const own = { 'x-own-scripts': OWN_HASH }
      return new Response(`<!doctype html><p>${received}</p><script>go()</script><script>stranger()</script>`, {
        headers: { ...html, ...own },
      })
    },
    client,
  ),
)
const html = { 'content-type': 'text/html; charset=utf-8' }
const OWN_HASH = `'sha256-${createHash('sha256').update('go()').digest('base64')}'`
const { url } = server
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
})
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${url}${path}`, { method, headers, redirect: 'manual' })

/** Sends a request that no HTTP library would send. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (part) => {
      answer += part
    })
    socket.on('end', () => resolve(answer)).on('error', reject)
    setTimeout(() => socket.end(), 1000).unref()
  })
}

describe('limits of size', () => {
  const large = JSON.stringify({ email: 'a'.repeat(300_000) })
  /** On a separate connection, because the server closes it. */
  const post = (headers: Record<string, string | number>) =>
    new Promise<{ status: number; answer: unknown }>((resolve, reject) => {
      const options = { method: 'POST', agent: false, headers: { 'content-type': 'application/json', ...headers } }
      const req = request(`${url}/v1/common/mail/check`, options, async (res) => {
        const parts = await Array.fromAsync(res as AsyncIterable<Buffer>)
        resolve({ status: res.statusCode!, answer: JSON.parse(Buffer.concat(parts).toString()) })
      })
      req.on('error', reject)
      for (let at = 0; at < large.length; at += 10_000) req.write(large.slice(at, at + 10_000))
      req.end()
    })

  test.each([
    ['told by its length', { 'content-length': large.length }],
    ['sent without a length', { 'transfer-encoding': 'chunked' }],
  ])('%s', async (_, headers) => {
    expect(await post(headers as never)).toMatchObject({
      status: 413,
      answer: { meta: { code: 413, error: 'ERROR_TOO_LARGE' } },
    })
  })
})

describe('its own description', () => {
  test('openapi.json: every call, generated once, for the requested address', async () => {
    const document = (await (await get('/v1/openapi.json')).json()) as {
      openapi: string
      servers: { url: string }[]
      paths: Record<string, Record<string, { operationId: string }>>
    }
    expect([document.openapi, document.servers]).toEqual(['3.1.0', [{ url: 'http://shop.example' }]])
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        key: `${method.toUpperCase()} ${path}`,
        operationId,
      })),
    )
    expect(operations.map(({ key }) => key).sort()).toEqual(Object.keys(contract).sort())
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  })

  test('the documentation page', async () => {
    const page = await (await get('/v1/docs')).text()
    for (const key of Object.keys(contract)) expect(page).toContain(key)
  })
})

describe('headers', () => {
  const secure = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  }
  const headersOf = (res: Response) => Object.fromEntries(res.headers)

  test.each([
    ['/v1/product', 200],
    ['/v1/product/detail/999', 404],
    ['/v1/nothing', 404],
    ['/v1/common/address', 401],
    ['/sh/products', 200],
    ['/sh/missing', 404],
  ])('%s has the security headers, also when cached', async (path, status) => {
    for (let n = 0; n < 2; n++) {
      const res = await get(path)
      expect(res.status).toBe(status)
      expect(headersOf(res)).toMatchObject(secure)
      await res.arrayBuffer()
    }
  })

  test('responses about one visitor are never cached', async () => {
    const { token } = await newMember(server.call)
    const res = await get('/v1/common/address', { authorization: `Bearer ${token}` })
    expect(res.headers.get('cache-control')).toBe('no-store')
    expect((await get('/v1/common/address')).headers.get('cache-control')).toBe('no-store')
  })

  test('HEAD is GET without the body', async () => {
    for (const path of ['/v1/product', '/v1/product?page=2', '/healthz', '/sh/products', '/v1/common/address']) {
      const head = await get(path, {}, 'HEAD')
      expect(head.status).toBe((await get(path)).status)
      expect(await head.text()).toBe('')
    }
  })
})

describe('cached responses', () => {
  test('the second comes from the cache; a change of the catalogue empties it', async () => {
    const price = async () => {
      const { data } = (await (await get('/v1/product/detail/8')).json()) as { data: { skus: { price: number }[] } }
      return data.skus[0]!.price
    }
    const before = await price()
    const kept = await get('/v1/product/detail/8')
    expect(kept.headers.get('etag')).toBeTruthy()
    expect(kept.headers.get('x-request-id')).toBeNull()
    await database.db
      .update(product_sku)
      .set({ price: before + 1 })
      .where(eq(product_sku.product_id, 8))
    await eventually(async () => expect(await price()).toBe(before + 1))
  })

  test('each shop has its own', async () => {
    for (let n = 0; n < 2; n++) {
      const [two, three] = await Promise.all(
        ['2', '3'].map(async (shop) => (await get('/v1/setting/shop/detail/mypage', { 'x-shop-id': shop })).json()),
      )
      expect(two).not.toEqual(three)
    }
  })

  test('a failure is not cached', async () => {
    expect((await get('/v1/product/detail/998')).headers.get('etag')).toBeNull()
    expect((await get('/v1/product/detail/998')).headers.get('x-request-id')).toBeTruthy()
  })
})

describe('pages', () => {
  const page = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text()

  test('use the shop’s own address, whatever Host the visitor sends', async () => {
    const answer = await raw('GET /sh/claimed HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
    expect(answer).toContain('http://shop.example/sh/claimed')
    expect(answer).not.toContain('evil')
    expect(await page('/sh/claimed')).not.toContain('evil')
  })

  test('a shop with a host of its own has its pages there', async () => {
    const answer = await raw('GET /sh/host HTTP/1.1\r\nHost: wholesale.localhost:3000\r\nConnection: close\r\n\r\n')
    expect(answer).toContain('"http://wholesale.localhost/sh/host","http://wholesale.localhost",3')
    expect(await page('/sh/host')).toContain('"http://shop.example",2')
  })

  test('share one page for all advert parameters, which it does not contain', async () => {
    const first = await page('/sh/products?adcd=AAA&page=2&utm_source=x')
    expect(first).toContain('/sh/products?page=2"')
    expect(first).not.toContain('AAA')
    const count = rendered.length
    expect(await page('/sh/products?page=2&gclid=other')).toBe(first)
    expect(rendered.length).toBe(count)
  })

  test('are served to all, although something of a shop changes while they are rendered', async () => {
    const { headers } = await get('/sh/changing')
    expect(headers.get('cache-control')).toContain('s-maxage')
    expect(headers.get('x-robots-tag')).toBe(null)
  })

  test('contain no visitor data, and name the allowed scripts', async () => {
    const { token } = await newMember(server.call)
    const res = await get('/sh/mine', { authorization: `Bearer ${token}`, cookie: `access_token=${token}` })
    expect(await res.text()).not.toContain(token)
    // The scripts that the rendering names, and no other of the finished page.
    expect(res.headers.get('content-security-policy')).toMatch(`script-src 'self' ${OWN_HASH};`)
    expect(res.headers.get('x-own-scripts')).toBe(null)
    expect(res.headers.get('cache-control')).toContain('s-maxage')
    expect((await get('/sh/missing')).headers.get('cache-control')).toBe('no-store')
  })
})

describe('the way back from the card company', () => {
  test.each(['', 'unknown', '%00', "' or 1=1 --", 'a'.repeat(5000), '../../admin', '%F0%9F', '\u0001'])(
    '%s leads home',
    async (id) => {
      expect(await comeBack(url, id)).toBe('303 /sh/')
      expect((await get(`/v1/payment/gmo/return?AccessID=${encodeURIComponent(id)}`)).status).toBe(303)
    },
  )

  test.each([
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', '--x\r\nbroken'],
    ['application/json', '{"AccessID":"a"}'],
    ['application/x-www-form-urlencoded', 'AccessID=a&AccessID=b&AccessID[]=c'],
    ['application/x-www-form-urlencoded', '%E0%A4%A'],
    ['text/plain', ''],
    ['', 'x'],
  ])('a body that is no form (%s) leads home', async (type, body) => {
    const headers = { 'content-type': type }
    const res = await fetch(`${url}/v1/payment/gmo/return`, { method: 'POST', headers, body, redirect: 'manual' })
    expect([res.status, res.headers.get('location')]).toEqual([303, '/sh/'])
  })
})

test('the simulators never see who is logged in', async () => {
  const seen: Record<string, unknown>[] = []
  const other = createServer((req, res) => {
    seen.push(req.headers)
    res.end('ok')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const port = (other.address() as AddressInfo).port
  const env = { ...environment(database.url, sandbox), SANDBOX_URL: `http://127.0.0.1:${port}` }
  const shop = await startServer(env)
  const headers = { authorization: 'Bearer secret', cookie: 'access_token=secret', 'content-type': 'text/plain' }
  const res = await fetch(`${shop.url}/sandbox/mail/x?y=1`, { method: 'POST', headers, body: 'b' })
  expect(await res.text()).toBe('ok')
  expect(seen).toHaveLength(1)
  expect(JSON.stringify(seen)).not.toContain('secret')
  expect(seen[0]).toMatchObject({ 'content-type': 'text/plain' })
  await shop.stop()
  other.close()
})

test.each([
  ['localhost:3000', 200],
  ['127.0.0.1:3000', 200],
  ['wholesale.localhost:3000', 200],
  ['shop.example', 200],
  ['evil.example', 403],
  ['localhost.evil.example', 403],
  ['192.168.1.2:3000', 403],
])('the sandbox under the name %s: %i', async (host, status) => {
  const answered = await new Promise<number>((resolve, reject) =>
    request(`${url}/sandbox/clock`, { headers: { host } }, (res) => {
      res.resume()
      resolve(res.statusCode!)
    })
      .once('error', reject)
      .end(),
  )
  expect(answered).toBe(status)
})

test('a body for the sandbox is not read beyond its limit', async () => {
  const part = 'x'.repeat(65_536)
  let sent = 0
  const body = new ReadableStream({
    pull: (stream) => (sent++ < 1_600 ? stream.enqueue(new TextEncoder().encode(part)) : stream.close()),
  })
  const init = { method: 'PUT', body, duplex: 'half' } as RequestInit
  expect((await fetch(`${url}/sandbox/clock`, init)).status).toBe(413)
  expect(sent).toBeLessThan(200)
})

test('without the simulators there is no /sandbox/', async () => {
  const real = {
    SANDBOX_URL: '',
    GMO_BASE_URL: 'https://p01.mul-pay.example',
    GMO_SHOP_ID: 'x',
    GMO_SHOP_PASS: 'x',
    GMO_SITE_ID: 'x',
    GMO_SITE_PASS: 'x',
    GMO_API_KEY: 'x',
    POSTCODE_API_KEY: 'x',
    SECRET_KEY: 'a-key-of-thirty-two-characters-live',
    DEMO_DATABASE: demoDatabaseConfirmation,
  }
  const shop = await startServer({ ...environment(database.url, sandbox), ...real })
  for (const path of ['/sandbox/', '/sandbox/clock', '/sandbox/demo.json'])
    expect((await fetch(`${shop.url}${path}`)).status).toBe(404)
  await shop.stop()
})

test('healthz works without the database; readyz reports it, and when it is back', async () => {
  const gone = await testDatabase()
  const shop = await startServer(environment(gone.url, sandbox))
  const status = async (path: string) => (await fetch(`${shop.url}${path}`)).status
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])
  await gone.close()
  await eventually(async () => expect(await status('/readyz')).toBe(503))
  expect(await status('/healthz')).toBe(200)
  expect(await status('/v1/product')).toBe(503)
  await shop.stop()
})

test('a page without the database says when to retry', async () => {
  const page = await get('/sh/away')
  expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual([
    503,
    '10',
    'no-store',
  ])
})

test('at most four uncached pages are rendered at once, and one page for many requests rarely more than once', async () => {
  mostAtOnce = 0
  const pages = await Promise.all(Array.from({ length: 40 }, (_, n) => fetch(`${url}/sh/crowd/${n}`)))
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]))
  expect([2, 3, 4]).toContain(mostAtOnce)
  await Promise.all(Array.from({ length: 40 }, () => fetch(`${url}/sh/crowd/the-same`)))
  expect(rendered.filter((one) => one.endsWith('/the-same')).length).toBeLessThanOrEqual(4)
})
