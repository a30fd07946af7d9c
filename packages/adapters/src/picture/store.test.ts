import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PictureStore } from '@kushi/shop/ports/picture-port'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { diskStore } from './disk-store.ts'
import { s3Store } from './s3-store.ts'

/** A bucket as in the protocol: signed requests to `/bucket/name`. */
async function bucket() {
  const kept = new Map<string, { content: Buffer; headers: IncomingMessage['headers'] }>()
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const key = new URL(req.url!, 'http://s3').pathname
    if (!/^AWS4-HMAC-SHA256 Credential=me\//.test(req.headers.authorization ?? '')) return res.writeHead(403).end()
    if (req.method === 'PUT') kept.set(key, { content: Buffer.concat(chunks), headers: req.headers })
    if (req.method === 'DELETE') kept.delete(key)
    if (req.method !== 'GET') return res.writeHead(req.method === 'PUT' ? 200 : 204).end()
    const found = kept.get(key)
    if (found) return res.end(found.content)
    res.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { kept, server, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

vi.stubEnv('AWS_ACCESS_KEY_ID', 'me').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
const folder = await mkdtemp(join(tmpdir(), 'kushi-pictures-'))
const s3 = await bucket()
afterAll(async () => {
  await rm(folder, { recursive: true })
  s3.server.closeAllConnections()
  s3.server.close()
})

const stores: Record<string, PictureStore> = {
  disk: diskStore(folder),
  s3: s3Store({ bucket: 'shop', region: 'ap-northeast-1', endpoint: s3.endpoint }),
}

describe.each(Object.entries(stores))('%s', (_, store) => {
  const file = { content: new TextEncoder().encode('a picture'), type: 'image/webp' }

  test('gives back what was put, and nothing once it is removed', async () => {
    expect(await store.get('2/abc-320.webp')).toBeNull()
    await store.put('2/abc-320.webp', file)
    await store.put('2/abc-320.webp', file)
    expect(Buffer.from((await store.get('2/abc-320.webp'))!)).toEqual(Buffer.from(file.content))
    await store.remove('2/abc-320.webp')
    await store.remove('2/abc-320.webp')
    expect(await store.get('2/abc-320.webp')).toBeNull()
  })
})

test('a folder is never left, and holds no drafts', async () => {
  const { disk } = stores
  await disk!.put('3/abc-640.avif', { content: new Uint8Array(9), type: 'image/avif' })
  expect(await readdir(join(folder, '3'))).toEqual(['abc-640.avif'])
  for (const name of ['../secret.webp', '3/../../x.webp', '/etc/passwd', '3/a/b.webp'])
    await expect((async () => disk!.get(name))(), name).rejects.toThrow('no name of a picture')
})

test('a bucket is told type and lifetime', async () => {
  await stores.s3!.put('2/def-960.avif', { content: new Uint8Array(3), type: 'image/avif' })
  expect(s3.kept.get('/shop/2/def-960.avif')?.headers).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})
