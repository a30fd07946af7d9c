import { readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from './connect.ts'
import { listen } from './listen.ts'

/** Accepts connections and sends nothing. */
const there = new Set<Socket>()
const server = createServer((socket) => void there.add(socket.on('error', () => undefined)))
let url = ''
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
beforeAll(() => {
  url = `postgres://someone@127.0.0.1:${(server.address() as { port: number }).port}/shop`
})
afterAll(() => {
  for (const socket of there) socket.destroy()
  server.close()
})

/** Seconds until the kernel probes the latest connection to the server; null: never. */
async function probedIn(): Promise<number | null> {
  await expect.poll(() => there.size).toBe(1)
  const [socket] = there
  there.clear()
  const port = socket!.remotePort!.toString(16).toUpperCase().padStart(4, '0')
  const timer = () => {
    const lines = readFileSync('/proc/net/tcp', 'utf8').split('\n')
    // The active timer (0: none; 1: what was sent is not acknowledged yet; 2: keepalive), and the hundredths of a second
    // until it fires.
    return lines
      .find((line) => line.includes(`: 0100007F:${port} `))!
      .trim()
      .split(/\s+/)[5]!
      .split(':')
  }
  // The server may accept a connection before the client has set it up.
  await vi.waitUntil(() => timer()[0] === '02', { timeout: 3000 }).catch(() => undefined)
  const [kind, left] = timer()
  socket!.destroy()
  return kind === '02' ? Number.parseInt(left!, 16) / 100 : null
}

const isSoon = (seconds: number | null) => seconds !== null && seconds <= 10

test.runIf(process.platform === 'linux')('an idle connection is probed after ten seconds, not two hours', async () => {
  const { pool, close } = openDatabase(url)
  const failed = pool.query('select 1').catch(() => undefined)
  expect(await probedIn()).toSatisfy(isSoon)
  await failed
  await close()
  const given = listen(url, 'catalogue', () => undefined).catch(() => undefined)
  expect(await probedIn()).toSatisfy(isSoon)
  await given
})
