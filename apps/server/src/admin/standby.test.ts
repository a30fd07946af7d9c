import { adminContract } from '@kushi/contract/admin/contract'
import type { AdminEndpoint } from '@kushi/contract/admin/endpoint'
import { openDatabase } from '@kushi/db/connect'
import type { Standby } from '@kushi/db/standby'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '../config/env.ts'
import { signInAsDemo } from '../demo/demo-operators.ts'
import { environment, sandboxOf, startServer } from '../testing/server.ts'

const [database, copy] = [await testDatabase(), await testDatabase()]
const sandbox = await sandboxOf()
const env = { ...environment(database.url, sandbox), METRICS_PORT: '0' }
const server = await startServer(env)
const { deps } = server
// Read-only, as a standby is. Its data differ in one name, so that reads from it are recognisable.
await copy.pool.query(`update product set product_name = '写しの櫛' where shop_id = 2 and id = 1`)
const readOnly = openDatabase(copy.url, { options: '-c default_transaction_read_only=on' })
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
  await readOnly.close()
  await Promise.all([database.close(), copy.close()])
})
const cookie = `kushi_operator=${await signInAsDemo(deps, 'manager')}`

async function ask(key: string, body?: unknown, headers: Record<string, string> = { cookie, 'x-kushi-admin': '1' }) {
  const [method, path] = key.split(' ') as [string, string]
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  return fetch(`${server.url}${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...sent,
  })
}

const asked: (string | null)[] = []
let isFromPrimary = false
/** Reads go to the copy; transactions go to the primary, as in `ReadingPool`. */
const standby = {
  readsAfter(written: string | null) {
    asked.push(written)
    const db = Object.assign(Object.create(readOnly.db), {
      transaction: deps.database.db.transaction.bind(deps.database.db),
    })
    return { db, isFromPrimary }
  },
} as Pick<Standby, 'readsAfter'> as Standby
beforeEach(async () => {
  deps.standby = standby
  asked.length = 0
  isFromPrimary = false
  await database.pool.query('update operator_session set written_lsn = null')
})
const written = async () =>
  (await database.pool.query<{ lsn: string | null }>('select written_lsn as lsn from operator_session')).rows[0]!.lsn

const calls = Object.entries(adminContract as Record<string, AdminEndpoint>).flatMap(([key, { may_be_old }]) =>
  may_be_old ? [key] : [],
)
test.each(calls)('%s writes nothing where it reads', async (key) => {
  const period = { from: '2026-01-01', to: '2026-12-31' }
  const filter = { filter: {}, encoding: 'utf-8' }
  const sales = { ...period, basis: 'sold', by: 'day' }
  const today = new Date().toISOString().slice(0, 10)
  const conversions = { from: today, to: today, click_id: 'gclid', counted: 'ordered', conversion_name: '購入' }
  const bodies = { 'ad-codes': period, 'ad-conversions': conversions, 'sales-report': sales }
  const own = Object.entries(bodies).find(([name]) => key.includes(name))?.[1]
  const body = own ? { ...own, encoding: 'utf-8' } : filter
  const path = key
    .replace('{report}/rows', 'sales/rows?column=amount')
    .replace('{report}', 'cohorts')
    .replace('{month}', '2026-11-01')
    .replace(/sales-report$/, `sales-report?${new URLSearchParams(sales)}`)
  const answer = await ask(path, key.startsWith('POST') ? body : undefined)
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
  expect(asked).toEqual([null])
})

test('a list comes from the standby; a detail page and the process’s cache do not', async () => {
  expect(await (await ask('GET /admin/v1/products')).text()).toContain('写しの櫛')
  expect(await (await ask('GET /admin/v1/products/1')).text()).not.toContain('写しの櫛')
  expect(asked).toHaveLength(1)
  expect(await (await fetch(`${server.url}/v1/product/detail/1`)).text()).not.toContain('写しの櫛')
})

test('after a change its session, or API key, reads nothing older', async () => {
  await ask('GET /admin/v1/orders')
  expect(await written()).toBeNull()
  const key = { name: '倉庫', permissions: ['order.read', 'stock.write'], days: 30 }
  const made = (await (await ask('POST /admin/v1/setting/api-keys', key)).json()) as { data: { secret: string } }
  const own = await written()
  expect(own).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
  await ask('GET /admin/v1/orders')
  const bearer = { authorization: `Bearer ${made.data.secret}` }
  await ask('GET /admin/v1/orders', undefined, bearer)
  expect(asked).toEqual([null, own, null])
  await ask('PUT /admin/v1/stock/101/low-stock', { low_stock: 7 }, bearer)
  await ask('GET /admin/v1/orders', undefined, bearer)
  expect(asked.at(-1)).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/)
  expect(await written()).toBe(own)
})

test('a reader that the primary answered, because the standby was behind, does not go back in time', async () => {
  isFromPrimary = true
  await ask('GET /admin/v1/orders')
  const seen = await written()
  expect(seen).not.toBeNull()
  await ask('GET /admin/v1/orders')
  expect(asked).toEqual([null, seen])
})

test('another database is rejected at the start; a server that is no standby, or unreachable, is not read', async () => {
  const start = (DATABASE_READ_URL: string) => startServer({ ...env, DATABASE_READ_URL })
  const error: unknown = await start(copy.url).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ConfigError)
  expect((error as Error).message).toContain('leads to another database than DATABASE_URL')
  for (const url of [database.url, 'postgres://nobody@127.0.0.1:1/x']) {
    const other = await start(url)
    const list = await fetch(`${other.url}/admin/v1/products`, { headers: { cookie } })
    expect(await list.text()).toContain('"product_name"')
    const figures = await other.deps.metrics.registry.metrics()
    expect(figures).toContain('kushi_admin_reads_total{from="primary"} 1')
    await other.stop()
  }
})
