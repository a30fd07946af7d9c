import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { staticFiles } from './static-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'kushi-files-'))
const root = join(folder, 'client')
await mkdir(join(root, 'assets'), { recursive: true })
await writeFile(join(root, 'assets/app-1.js'), 'go()'.repeat(50_000))
await writeFile(join(root, 'assets/app-1.js.br'), 'packed')
await writeFile(join(root, 'a.svg'), '<svg/>')
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

/** The status for a path that fetch would tidy up. */
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

test('a file, packed where the browser takes it, for ever where its name says what is in it', async () => {
  const packed = await get('/sh/assets/app-1.js', { headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(packed.headers.get('cache-control')).toContain('immutable')
  await packed.body?.cancel()
  const plain = await get('/sh/assets/app-1.js', { headers: { 'accept-encoding': 'identity' } })
  expect((await plain.text()).length).toBe(200_000)
  expect((await get('/sh/a.svg?v=2')).headers.get('content-type')).toBe('image/svg+xml')
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
])('%s is no file of ours', async (path) => expect(await status(path)).toBe('404'))

test('a file that is gone since, and a browser that goes away, take nobody down', async () => {
  await writeFile(join(root, 'gone.svg'), 'x')
  expect((await get('/sh/gone.svg')).status).toBe(200)
  await rm(join(root, 'gone.svg'))
  await get('/sh/gone.svg').then(
    (res) => res.text(),
    () => null,
  )
  const abort = new AbortController()
  const half = await get('/sh/assets/app-1.js', { headers: { 'accept-encoding': 'identity' }, signal: abort.signal })
  await half.body?.getReader().read()
  abort.abort()
  expect((await get('/sh/a.svg')).status).toBe(200)
})
