import { mkdir, mkdtemp, rename, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { staticFiles } from './static-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'kushi-files-'))
const root = join(folder, 'client')
await mkdir(join(root, 'assets'), { recursive: true })
await writeFile(join(root, 'assets/app-1.js'), 'go()'.repeat(50_000))
await writeFile(join(root, 'assets/app-1.js.br'), brotliCompressSync('go()'.repeat(50_000)))
await writeFile(join(root, 'a.svg'), '<svg/>')
await writeFile(join(root, 'oil.webp'), 'picture')
await writeFile(join(root, 'gone.webp'), 'picture')
await writeFile(join(root, 'large.webp'), Buffer.alloc(30_000_000, 7))
await writeFile(join(root, 'empty.webp'), '')
await writeFile(join(folder, 'secret.json'), '{}')
await mkdir(join(folder, 'client2'))
await writeFile(join(folder, 'client2/secret.json'), '{}')
const serve = staticFiles(root)
const http = createServer(async (req, res) => {
  if (!(await serve(req, res))) res.writeHead(404).end()
})
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
const { port } = http.address() as AddressInfo
afterAll(async () => {
  http.close()
  await rm(folder, { recursive: true })
})
const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)

/** The status for a path that `fetch` would normalise. */
const status = (path: string) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    )
    let text = ''
    socket.on('data', (part) => {
      text += part
    })
    socket.on('end', () => resolve(text.slice(9, 12)))
  })

test('a file, compressed if the browser accepts it, cached forever if its name is hashed', async () => {
  const packed = await get('/sh/assets/app-1.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(packed.headers.get('cache-control')).toContain('immutable')
  expect((await packed.text()).length).toBe(200_000)
  const zipped = await get('/sh/assets/app-1.js', { headers: { 'accept-encoding': 'gzip' } })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect((await zipped.text()).length).toBe(200_000)
  const plain = await get('/sh/assets/app-1.js', { headers: { 'accept-encoding': 'identity' } })
  expect((await plain.text()).length).toBe(200_000)
  expect((await get('/sh/a.svg?v=2')).headers.get('content-type')).toBe('image/svg+xml')
})

test('a client that has a file gets 304, for texts and pictures', async () => {
  for (const path of ['/sh/a.svg', '/sh/oil.webp']) {
    const etag = (await get(path)).headers.get('etag')!
    const again = await get(path, { headers: { 'if-none-match': etag } })
    expect([path, again.status, again.headers.get('etag')]).toEqual([path, 304, etag])
    expect((await get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  }
  expect((await get('/sh/a.svg')).headers.get('vary')).toBe('accept-encoding')
})

test('a picture that is replaced on disk is served whole, with its own length and ETag', async () => {
  const path = join(root, 'swapped.webp')
  const before = await get('/sh/oil.webp')
  expect([before.headers.get('content-length'), await before.text()]).toEqual(['7', 'picture'])
  for (const content of ['a larger picture', 'small']) {
    await writeFile(path, content)
    await rename(path, join(root, 'oil.webp'))
    const after = await get('/sh/oil.webp')
    expect([after.headers.get('content-length'), await after.text()]).toEqual([String(content.length), content])
    const etag = after.headers.get('etag')!
    expect(etag).not.toBe(before.headers.get('etag'))
    expect((await get('/sh/oil.webp', { headers: { 'if-none-match': etag } })).status).toBe(304)
  }
  expect(await (await get('/sh/empty.webp')).text()).toBe('')
})

test('no spelling of a path adds to the cache', async () => {
  const before = serve.count()
  for (const path of ['/sh/././a.svg', '/sh//a.svg', '/sh/assets/../a.svg', `/sh/${'./'.repeat(4000)}a.svg`])
    expect(await status(path)).toBe('404')
  for (let n = 1; n < 500; n++) expect(await status(`/sh/${'./'.repeat(n)}a.svg?${n}`)).toBe('404')
  expect(serve.count()).toBe(before)
})

test.each([
  '/sh/../secret.json',
  '/sh/../client2/secret.json',
  '/sh/assets/../../secret.json',
  '/sh/%2e%2e/secret.json',
  '/sh/..%2fsecret.json',
  '/sh//etc/passwd.json',
  '/sh/assets.js',
  '/sh/a.svg/',
  '/sh/assets/',
])('%s is not served as a file', async (path) => expect(await status(path)).toBe('404'))

test('a file deleted since, and a browser that disconnects, do not end the process', async () => {
  expect((await get('/sh/gone.webp')).status).toBe(200)
  await rm(join(root, 'gone.webp'))
  expect((await get('/sh/gone.webp')).status).toBe(404)
  const abort = new AbortController()
  const half = await get('/sh/assets/app-1.js', { headers: { 'accept-encoding': 'identity' }, signal: abort.signal })
  await half.body?.getReader().read()
  abort.abort()
  expect((await get('/sh/a.svg')).status).toBe(200)
})

test('another picture of the same length and time of change has another ETag', async () => {
  const path = join(root, 'oil.webp')
  const { atime, mtime } = await stat(path)
  await utimes(path, atime, mtime)
  const before = (await get('/sh/oil.webp')).headers.get('etag')
  await writeFile(path, 'PICTURE')
  await utimes(path, atime, mtime)
  expect((await get('/sh/oil.webp')).headers.get('etag')).not.toBe(before)
})

test('a picture shortened while it is sent ends the connection', async () => {
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write('GET /sh/large.webp HTTP/1.1\r\nHost: x\r\n\r\n')
  await new Promise<void>((resolve) =>
    socket.once('data', () => {
      socket.pause()
      resolve()
    }),
  )
  await truncate(join(root, 'large.webp'), 1000)
  socket.resume()
  await closed
})
