import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { mountPages } from '../http/pages/pages.ts'
import { environment, sandboxOf, startServer } from './server.ts'

// Searches are counted per minute, and the minute must not end between them.
vi.useFakeTimers({ toFake: ['Date'] })
const database = await testDatabase()
const sandbox = await sandboxOf()
const env = { ...environment(database.url, sandbox), RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '1' }
const client = { client_id: 'kushi-web-2', client_key: '', shop_id: 2 }
const server = await startServer(env, (app, deps) =>
  mountPages(
    app,
    deps,
    async (request, api) => {
      const { status } = await api(`/v1/product${new URL(request.url).search}`)
      return new Response(`<p>${status}</p>`, { status, headers: { 'content-type': 'text/html' } })
    },
    async () => client,
  ),
)
afterAll(async () => {
  vi.useRealTimers()
  await server.stop()
  await sandbox.stop()
  await database.close()
})

const ask = async (path: string, address: string, agent = 'phone') =>
  (await fetch(`${server.url}${path}`, { headers: { 'x-forwarded-for': address, 'user-agent': agent } })).status

test.each([
  ['the call', '/v1/product', '203.0.113.1'],
  ['the page that makes it', '/sh/products', '203.0.113.2'],
])('searches by %s are limited by browser and address, and so by visitor', async (_, path, address) => {
  const words = Array.from({ length: 121 }, (_, n) => n)
  const answers = []
  for (const n of words) answers.push(await ask(`${path}?keyword=a${n}`, address))
  expect(answers.slice(0, 120).every((status) => status === 200)).toBe(true)
  expect(answers[120]).toBe(429)
  expect(await ask(`${path}?keyword=b`, address, 'another phone')).toBe(200)
  expect(await ask(`${path}?keyword=c`, '203.0.113.9')).toBe(200)
  // Listing without a search has no limit, and neither have cached answers.
  expect(await ask(`${path}?page=1`, address)).toBe(200)
})
