import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { signInAsDemo } from '../demo/demo-operators.ts'
import { environment, sandboxOf, startServer } from '../testing/server.ts'

const database = await testDatabase()
const sandbox = await sandboxOf()
const server = await startServer(environment(database.url, sandbox))
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
  await database.close()
})

async function ask(key: string, headers: Record<string, string>, body?: unknown) {
  const [method, path] = key.split(' ') as [string, string]
  const type = { 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const res = await fetch(`${server.url}/admin/v1/${path}`, { method, headers: { ...type, ...headers }, ...sent })
  const answer = (await res.json()) as { data?: never; meta?: { error: string } }
  return { status: res.status, data: answer.data as unknown as Record<string, never>, error: answer.meta?.error }
}
const manager = { cookie: `kushi_operator=${await signInAsDemo(server.deps, 'manager')}`, 'x-kushi-admin': '1' }

async function made(permissions: string[], days: number | null = 30) {
  const { data } = await ask('POST setting/api-keys', manager, { name: '倉庫', permissions, days })
  const { secret, key } = data as unknown as { secret: string; key: { id: number; prefix: string } }
  return { secret, key, bearer: { authorization: `Bearer ${secret}` } }
}

test('a key does what its permissions allow, and nothing that only an operator does in person', async () => {
  const { bearer, secret, key } = await made(['order.read'])
  expect(secret).toMatch(/^kushi_2_[\w-]{43}$/)
  expect(secret.startsWith(key.prefix)).toBe(true)
  expect((await ask('GET orders', bearer)).status).toBe(200)
  const refused = { status: 403, error: 'ERROR_FORBIDDEN' }
  for (const call of ['GET products', 'GET setting/api-keys', 'GET views/orders', 'GET me'])
    expect(await ask(call, bearer), call).toMatchObject(refused)
  const { bearer: all } = await made(['order.write', 'subscription.write'])
  expect(await ask('POST bulk-jobs/1/run', all, {})).toMatchObject(refused)
  const { rows } = await database.pool.query('select key_hash::text as hash from api_key')
  expect(JSON.stringify(rows)).not.toContain(secret.slice(-20))
})

test('personal data are masked for it, unless it may export them', async () => {
  const { rows } = await database.pool.query(`select name01, email from customer where shop_id = 2 order by id limit 1`)
  const read = async (...more: string[]) =>
    JSON.stringify((await ask('GET customers?sort=created_at', (await made(['customer.read', ...more])).bearer)).data)
  for (const text of [await read(), await read('customer.write')]) expect(text).not.toContain(rows[0].email)
  expect(await read('export.personal')).toContain(rows[0].email)
})

test('a call that returns unmasked personal data requires that permission too', async () => {
  const { rows } = await database.pool.query(`select id, addr01 from customer where shop_id = 2 order by id limit 1`)
  const call = `GET customers/${rows[0].id}/order-options`
  const { bearer } = await made(['order.write', 'subscription.write', 'customer.write', 'shipment.write'])
  const refused = { status: 403, error: 'ERROR_FORBIDDEN' }
  const full = [
    'POST customers/import/check',
    'POST orders/1/change/preview',
    'POST subscriptions/1/preview',
    'POST shipping/batches/1/prints',
  ]
  for (const one of [call, 'GET shipping/files/1', ...full])
    expect(await ask(one, bearer, one.startsWith('POST') ? {} : undefined), one).toMatchObject(refused)
  const { bearer: trusted } = await made(['order.write', 'export.personal'])
  expect(JSON.stringify((await ask(call, trusted)).data)).toContain(rows[0].addr01)
})

test('its changes are in the audit log under its name', async () => {
  const { bearer } = await made(['customer.write'])
  const { rows } = await database.pool.query(`select id from customer where shop_id = 2 order by id limit 1`)
  const { status } = await ask(`POST customers/${rows[0].id}/notes`, bearer, { body: '届いた' })
  expect(status).toBe(200)
  const trail = await database.pool.query(`select operator_name, action from audit_event order by id desc limit 1`)
  expect(trail.rows[0]).toEqual({
    operator_name: 'APIキー「倉庫」',
    action: 'POST /admin/v1/customers/{id}/notes',
  })
})

test('revoked or expired it is rejected; it works only in its own shop', async () => {
  const { bearer, key, secret } = await made(['order.read'])
  const other = { authorization: `Bearer ${secret.replace('kushi_2_', 'kushi_3_')}` }
  expect((await ask('GET orders', other)).status).toBe(401)
  expect((await ask('GET orders', { ...bearer, 'x-shop-id': '3' })).status).toBe(200)
  const { data } = await ask('GET setting/api-keys', manager)
  const [shown] = (data as unknown as { items: { last_used_at: string | null }[] }).items
  expect(shown!.last_used_at).not.toBeNull()
  expect((await ask(`POST setting/api-keys/${key.id}/revoke`, manager, {})).status).toBe(200)
  expect((await ask('GET orders', bearer)).status).toBe(401)
  const over = await made(['order.read'])
  await database.pool.query(`update api_key set expires_at = '2020-01-01' where id = ${over.key.id}`)
  expect((await ask('GET orders', over.bearer)).status).toBe(401)
})

test('a key cannot have the permission to create keys', async () => {
  const asked = { name: '倉庫', permissions: ['operator.manage'], days: null }
  expect((await ask('POST setting/api-keys', manager, asked)).status).toBe(422)
})
