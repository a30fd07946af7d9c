import { type AddressInfo, connect, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { environment, startServer } from '../../testing/server.ts'
import { httpServer } from '../http-server.ts'
import { cachingListener } from './fast-listener.ts'

const megabyte = 1024 * 1024
const database = await testDatabase()
const shop = await startServer(environment(database.url, { url: 'http://127.0.0.1:9', smtpPort: 9 }))
const counted: Socket[] = []
const server = httpServer(cachingListener(shop.deps, '/nowhere', getRequestListener(shop.app.fetch)))
server.on('connection', (socket) => counted.push(socket))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await shop.stop()
  await database.close()
})

/**
 * Sends 100 MB as fast as they are accepted; returns the first line of the response, and the megabytes that the server
 * accepted.
 */
function sendHuge(start: string, isChunked: boolean): Promise<{ status: string; taken: number; ms: number }> {
  const part = Buffer.alloc(65_536, 'a')
  const piece = isChunked ? Buffer.concat([Buffer.from('10000\r\n'), part, Buffer.from('\r\n')]) : part
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${100 * megabyte}`
  return new Promise((resolve) => {
    const began = performance.now()
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    let answer = ''
    let left = (100 * megabyte) / part.length
    const more = () => {
      while (left-- > 0) if (!socket.write(piece)) return void socket.once('drain', more)
    }
    socket.write(`${start} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n\r\n`)
    more()
    socket.on('data', (bytes) => {
      answer += bytes
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const mine = counted.find(({ remotePort }) => remotePort === socket.localPort) ?? counted.at(-1)!
      resolve({ status: answer.split('\r\n', 1)[0]!, taken: mine.bytesRead / megabyte, ms: performance.now() - began })
    })
  })
}

// Each lingers for two seconds, all at the same time.
test.concurrent.each([
  ['POST /v1/cart/items/new', false, 'HTTP/1.1 413 Payload Too Large'],
  ['POST /v1/cart/items/new', true, 'HTTP/1.1 413 Payload Too Large'],
  ['POST /nothing', true, 'HTTP/1.1 413 Payload Too Large'],
  ['GET /v1/product', false, null],
  ['GET /v1/product', true, null],
  ['GET /sh/', true, null],
])('of 100 MB with %s (in chunks: %s) at most two are read', async (start, isChunked, status) => {
  const huge = await sendHuge(start, isChunked)
  if (status) expect(huge.status).toBe(status)
  expect(huge.taken).toBeLessThan(2)
  expect(huge.ms).toBeLessThan(5_000)
})

test('a client that reads only after sending slightly too much gets the response', async () => {
  const { port } = server.address() as AddressInfo
  const body = 'a'.repeat(megabyte / 2)
  const res = await fetch(`http://127.0.0.1:${port}/v1/cart/items/new`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect([res.status, await res.json()]).toMatchObject([413, { meta: { error: 'ERROR_TOO_LARGE' } }])
})
