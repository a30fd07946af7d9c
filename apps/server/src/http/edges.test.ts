import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { environment, newMember, startServer } from '../testing/server.ts'
import { httpServer, trackConnections } from './http-server.ts'
import { serializePerConnection } from './pages/fast-listener.ts'

const database = await testDatabase()
const server = await startServer(environment(database.url, { url: 'http://127.0.0.1:9', smtpPort: 9 }))
const port = Number(new URL(server.url).port)
afterAll(async () => {
  await server.stop()
  await database.close()
})

/**
 * Sends bytes that no HTTP library would send; returns the response, until the server closes the connection or stays
 * silent.
 */
function raw(text: string, silentMs = 1_000, at = port): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(at, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setTimeout(silentMs, () => socket.destroy())
    socket.on('data', (part) => {
      answer += part
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}${path}`, { method, headers })

describe('a body that is too large', () => {
  const head = (length: string) =>
    lines('POST /v1/common/mail/check HTTP/1.1', 'Host: x', 'Content-Type: application/json', length)

  // Each connection lingers for two seconds, both at the same time.
  test.concurrent.each([
    ['told by its length', head('Content-Length: 3000000'), 'a'.repeat(3_000_000)],
    ['in chunks', head('Transfer-Encoding: chunked'), `2dc6c0\r\n${'a'.repeat(3_000_000)}\r\n0\r\n\r\n`],
  ])('%s: the response arrives completely, then the connection ends', async (_, start, body) => {
    const answer = await raw(start + body, 5_000)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer.toLowerCase()).toContain('connection: close')
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ meta: { error: 'ERROR_TOO_LARGE' } })
  })

  test('100 MB for any path are not held in memory', async () => {
    const before = process.memoryUsage().rss
    const part = Buffer.alloc(1024 * 1024, 97)
    await Promise.all(
      ['/v1/cart/items/new', '/sh/', '/sandbox/clock', '/nothing'].map(
        (path) =>
          new Promise<void>((resolve) => {
            const socket = connect(port, '127.0.0.1')
            socket.on('error', () => undefined).on('close', () => resolve())
            socket.on('data', () => undefined)
            const post = `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${100 * part.length}\r\n\r\n`
            socket.write(post)
            let sent = 0
            const more = () => {
              while (sent++ < 100) if (!socket.write(part)) return void socket.once('drain', more)
              socket.end()
            }
            more()
          }),
      ),
    )
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(100)
  })

  test('a request that the client aborts is not logged as our error', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `${lines('POST /v1/common/mail/check HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 500')}{"ema`,
    )
    await wait(100)
    socket.destroy()
    await wait(200)
    expect(errors).toEqual([])
  })
  const errors: unknown[] = []
  server.deps.log.error = ((line: unknown) => errors.push(line)) as never
})

describe('mistakes of a client are reported', () => {
  test.each(['03', 'three', '0', '-1', '2, 3', '2,2', '0x3', '9'])('x-shop-id: %s', async (id) => {
    for (const path of ['/v1/product', '/v1/delivery']) {
      const res = await get(path, { 'x-shop-id': id })
      expect([res.status, await res.json()]).toEqual([
        400,
        { meta: { code: 400, error: 'ERROR_UNKNOWN_SHOP', message: 'ショップの指定が正しくありません。' } },
      ])
    }
  })

  test('two shop ids', async () => {
    const answer = await raw(
      lines('GET /v1/product HTTP/1.1', 'Host: x', 'X-Shop-Id: 2', 'X-Shop-Id: 3', 'Connection: close'),
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })

  test.each([
    ['DELETE', '/v1/product', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/customer/new', 'OPTIONS, POST'],
    ['PATCH', '/v1/common/address/update/7', 'OPTIONS, PUT'],
    ['POST', '/v1/openapi.json', 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
  ])('%s %s: 405 with Allow; OPTIONS 204', async (method, path, allow) => {
    const wrong = await get(path, {}, method)
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, allow])
    expect(await wrong.json()).toMatchObject({ meta: { code: 405, error: 'ERROR_METHOD_NOT_ALLOWED' } })
    const options = await get(path, {}, 'OPTIONS')
    expect([options.status, options.headers.get('allow'), await options.text()]).toEqual([204, allow, ''])
  })

  test('an unknown path has no methods', async () => {
    expect((await get('/v1/nothing', {}, 'OPTIONS')).status).toBe(404)
    expect((await get('/v1/nothing', {}, 'DELETE')).status).toBe(404)
  })

  test.each(['bearer', 'BEARER', 'Bearer'])('%s names the scheme', async (scheme) => {
    const { token } = await newMember(server.call)
    expect((await get('/v1/common/address', { authorization: `${scheme} ${token}` })).status).toBe(200)
  })
})

describe('compression and caching', () => {
  test.each([
    ['/v1/openapi.json', 'br', 'br'],
    ['/v1/openapi.json', 'gzip', 'gzip'],
    ['/v1/docs', 'gzip, br', 'br'],
    ['/v1/product', 'gzip, deflate', 'gzip'],
    ['/v1/setting/system/masterdata/target/detail/?name=prefecture', 'br', 'br'],
    ['/v1/setting/shop/payment/?delivery_id=1', 'identity', null],
  ])('%s, asked with %s', async (path, accepted, encoding) => {
    for (let n = 0; n < 2; n++) {
      const res = await get(path, { 'accept-encoding': accepted })
      expect(res.headers.get('content-encoding')).toBe(encoding)
      expect(res.headers.get('vary')).toContain('accept-encoding')
      expect((await res.text()).length).toBeGreaterThan(100)
    }
  })

  test('the browser caches the first response like the second', async () => {
    const first = await get('/v1/product?page=1&per_page=3')
    const etag = first.headers.get('etag')!
    expect(etag).toBeTruthy()
    expect((await get('/v1/product?page=1&per_page=3', { 'if-none-match': etag })).status).toBe(304)
    const document = (await get('/v1/openapi.json')).headers.get('etag')!
    expect((await get('/v1/openapi.json', { 'if-none-match': document })).status).toBe(304)
  })
})

describe('connections', () => {
  test('requests sent at once on one connection are answered in order, one at a time', async () => {
    let atOnce = 0
    let most = 0
    const http = httpServer(
      serializePerConnection(async (req, res) => {
        most = Math.max(most, ++atOnce)
        await wait(1)
        atOnce -= 1
        res.end(req.url)
      }),
    )
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const at = (http.address() as AddressInfo).port
    const all = Array.from({ length: 200 }, (_, n) => `/${n}`)
    const answer = await raw(all.map((path) => lines(`GET ${path} HTTP/1.1`, 'Host: x')).join(''), 500, at)
    expect(answer.match(/\/\d+(?=HTTP|$)/g)).toEqual(all)
    expect(most).toBe(1)
    http.close()
  })

  test('a flood on one connection does not make others wait', async () => {
    const flood = connect(port, '127.0.0.1')
    flood.on('data', () => undefined).on('error', () => undefined)
    flood.write(lines('GET /v1/openapi.json HTTP/1.1', 'Host: x').repeat(2_000))
    const began = performance.now()
    for (let n = 0; n < 5; n++) expect((await get('/healthz')).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(3_000)
    flood.destroy()
  })

  test('a thousand idle connections are accepted, and no request waits for them', async () => {
    const idle = Array.from({ length: 1_000 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    expect((await get('/v1/product')).status).toBe(200)
    for (const socket of idle) socket.destroy()
  })

  test('headers that never end are aborted', async () => {
    const http = httpServer((_, res) => void res.end())
    expect([http.headersTimeout, http.requestTimeout, http.timeout]).toEqual([10_000, 60_000, 150_000])
    expect(http.maxConnections).toBe(10_000)
    http.close()
  })

  test('stopping ends each connection with its next answer', async () => {
    const asked = Promise.withResolvers<void>()
    const http = createServer(async (req, res) => {
      if (req.url === '/slow') asked.resolve()
      await wait(req.url === '/slow' ? 300 : 0)
      res.end('done')
    })
    const drain = trackConnections(http)
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const at = (http.address() as AddressInfo).port
    const twice = Promise.withResolvers<void>()
    /** Sends requests on one connection for as long as the server accepts them. */
    const greedy = new Promise<number>((resolve) => {
      const socket = connect(at, '127.0.0.1', () => socket.write(lines('GET / HTTP/1.1', 'Host: x')))
      let answers = 0
      socket.on('data', () => {
        answers += 1
        if (answers === 2) twice.resolve()
        setTimeout(() => socket.writable && socket.write(lines('GET / HTTP/1.1', 'Host: x')), 5)
      })
      socket.on('close', () => resolve(answers)).on('error', () => undefined)
    })
    const slow = raw(lines('GET /slow HTTP/1.1', 'Host: x'), 2_000, at)
    await Promise.all([asked.promise, twice.promise])
    const began = performance.now()
    await drain()
    expect(performance.now() - began).toBeLessThan(3_000)
    expect(await slow).toContain('done')
    expect(await greedy).toBeGreaterThan(1)
  })
})

describe('a base of the API at another address', () => {
  test('is called there, with the caller’s identification and without cookies', async () => {
    const seen: { url: string | undefined; method: string | undefined; headers: object; body: string }[] = []
    const other = createServer(async (req, res) => {
      const body = Buffer.concat(await Array.fromAsync(req as AsyncIterable<Buffer>)).toString()
      seen.push({ url: req.url, method: req.method, headers: req.headers, body })
      res.writeHead(201, { 'content-type': 'application/json' }).end('{"data":"elsewhere"}')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(other.address() as AddressInfo).port}/api/common/`
    const env = environment(database.url, { url: 'http://127.0.0.1:9', smtpPort: 9 })
    const dead = 'http://127.0.0.1:9/'
    const pointed = await startServer({ ...env, API_COMMON_URL: base, API_POSTCODE_URL: dead })
    const headers = {
      ...{ authorization: 'Bearer abc', cookie: 'a=b', 'x-shop-id': '3', 'content-type': 'application/json' },
      'sec-fetch-site': 'same-origin',
    }
    const res = await fetch(`${pointed.url}/v1/common/login/customer/?x=1`, {
      method: 'POST',
      headers,
      body: '{"a":1}',
    })
    expect([res.status, await res.json()]).toEqual([201, { data: 'elsewhere' }])
    expect(seen).toMatchObject([{ url: '/api/common/login/customer/?x=1', method: 'POST', body: '{"a":1}' }])
    expect(seen[0]!.headers).toMatchObject({ authorization: 'Bearer abc', 'x-shop-id': '3' })
    // There a browser without its cookie would be another visitor with each call.
    for (const name of ['cookie', 'sec-fetch-site']) expect(seen[0]!.headers).not.toHaveProperty(name)
    // The other bases are served here, and one that does not respond gives a 503.
    expect((await fetch(`${pointed.url}/v1/product`)).status).toBe(200)
    const away = await fetch(`${pointed.url}/postcodes/2480006`)
    expect([away.status, await away.json()]).toMatchObject([503, { meta: { error: 'ERROR_UNAVAILABLE' } }])
    await pointed.stop()
    other.close()
  })
})

test('with https, HSTS is sent', async () => {
  const field = 'strict-transport-security'
  expect((await get('/v1/product')).headers.get(field)).toBeNull()
  const env = environment(database.url, { url: 'http://127.0.0.1:9', smtpPort: 9 })
  const secure = await startServer({ ...env, PUBLIC_URL: 'https://shop.localhost' })
  for (const path of ['/v1/product', '/v1/product', '/healthz', '/sh/assets/gone.js', '/v1/nothing'])
    expect((await fetch(`${secure.url}${path}`)).headers.get(field)).toBe('max-age=31536000')
  await secure.stop()
})

test('a shop that does not exist ends the start, with sentences', async () => {
  const env = environment(database.url, { url: 'http://127.0.0.1:9', smtpPort: 9 })
  await expect(startServer({ ...env, SHOP_ID: '9', SHOP_HOSTS: 'a.example=3,b.example=7' })).rejects.toThrow(
    'SHOP_ID 9: there is no such shop.\nSHOP_HOSTS b.example=7: there is no such shop.\nThere are: 2, 3.',
  )
})

test('a request with two Host headers is refused, whatever the second says', async () => {
  const two = lines('GET /healthz HTTP/1.1', 'Host: shop.example', 'Host: evil.example')
  expect(await raw(two)).toMatch(/^HTTP\/1\.1 400 /)
})

test('pages that we write by hand load nothing', async () => {
  const policy = (await get('/v1/docs')).headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
})
