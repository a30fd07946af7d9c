import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { encodeAnswer, makeAnswerCache, writeAnswer } from './answer.ts'

const cache = makeAnswerCache()
const http = createServer((req, res) => {
  const answer = cache.peek(req.url!)
  if (answer) writeAnswer(answer, req as IncomingMessage, res)
  else res.writeHead(404).end('none')
})
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
const { port } = http.address() as AddressInfo
afterAll(() => http.close())
const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
const kept = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }

test('returns what was stored, compressed if the browser accepts it', async () => {
  cache.put('/a', cache.generation, await encodeAnswer(kept, '<p>椿</p>'))
  const plain = await get('/a', { headers: { 'accept-encoding': 'identity' } })
  expect(await plain.text()).toBe('<p>椿</p>')
  expect(plain.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(plain.headers.get('vary')).toBe('accept-encoding')
  const packed = await get('/a', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(await packed.text()).toBe('<p>椿</p>')
  const zipped = await get('/a', { headers: { 'accept-encoding': 'gzip, br;q=0' } })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(await zipped.text()).toBe('<p>椿</p>')
})

test('HEAD returns the same without the body; a client that has it gets 304', async () => {
  const head = await get('/a', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength('<p>椿</p>')))
  expect(await head.text()).toBe('')
  const etag = head.headers.get('etag')!
  expect((await get('/a', { headers: { 'if-none-match': `"other", ${etag}` } })).status).toBe(304)
  expect((await get('/a', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
})

test('an answer built before a change of the catalogue is not stored', async () => {
  const generation = cache.generation
  cache.clear()
  cache.put('/late', generation, await encodeAnswer(kept, 'old'))
  expect((await get('/late')).status).toBe(404)
  expect((await get('/a')).status).toBe(404)
  cache.put('/late', cache.generation, await encodeAnswer(kept, 'new'))
  expect(await (await get('/late')).text()).toBe('new')
})

test('is kept for ten seconds, and never more than some hundred answers', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  cache.put('/short', cache.generation, await encodeAnswer(kept, 'x'))
  vi.advanceTimersByTime(9_900)
  expect((await get('/short')).status).toBe(200)
  vi.advanceTimersByTime(200)
  expect((await get('/short')).status).toBe(404)
  vi.useRealTimers()
  for (let n = 0; n < 320; n++) cache.put(`/${n}`, cache.generation, await encodeAnswer(kept, 'x'))
  expect((await get('/0')).status).toBe(404)
  expect((await get('/319')).status).toBe(200)
})

test('holds no more than some dozen megabytes, and nothing that would push out everything else', async () => {
  const bounded = makeAnswerCache()
  const large = await encodeAnswer(kept, randomBytes(500_000).toString('base64'))
  for (let n = 0; n < 100; n++) bounded.put(`/${n}`, bounded.generation, large)
  for (let n = 0; n < 100; n++) bounded.put('/again', bounded.generation, large)
  expect(bounded.size.entries).toBeLessThan(100)
  expect(bounded.size.bytes).toBeLessThanOrEqual(48 * 1024 * 1024)
  const { size } = bounded
  bounded.put('/huge', bounded.generation, await encodeAnswer(kept, randomBytes(5_000_000).toString('base64')))
  expect(bounded.size).toEqual(size)
  bounded.clear()
  expect(bounded.size).toEqual({ entries: 0, bytes: 0 })
})
