import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { environment, sandboxOf, startServer } from '../../testing/server.ts'

const database = await testDatabase()
const sandbox = await sandboxOf()
const env = { ...environment(database.url, sandbox), API_ORIGINS: 'https://app.example' }
const server = await startServer(env)
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
  await database.close()
})
const ask = (path: string, origin: string, method = 'GET') =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  })
const allowed = (res: Response) => res.headers.get('access-control-allow-origin')

test('pages of the configured sites may read the API, cached responses too; others may not', async () => {
  for (const origin of ['https://app.example', 'https://evil.example', 'https://app.example'])
    expect(allowed(await ask('/v1/product', origin))).toBe(origin === 'https://app.example' ? origin : null)
  const before = await ask('/v1/order/public/new', 'https://app.example', 'OPTIONS')
  expect([before.status, allowed(before)]).toEqual([204, 'https://app.example'])
  expect(before.headers.get('access-control-allow-headers')).toContain('authorization')
  expect(before.headers.get('access-control-allow-credentials')).toBeNull()
})

test('the admin is closed to other sites', async () => {
  expect(allowed(await ask('/admin/v1/me', 'https://app.example'))).toBeNull()
})

test.each(['app.example', 'https://app.example/', 'https://app.example/path', '*'])(
  '%s is not an origin',
  (API_ORIGINS) => {
    expect(() => readConfig({ ...env, API_ORIGINS })).toThrow('API_ORIGINS must be origins')
  },
)
