import { bulkAdminEndpoints } from '@kushi/contract/admin/bulk'
import { contract } from '@kushi/contract/contract'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { adminCallTable } from '../../admin/admin-calls.ts'
import { commandCalls } from '../../cli/describe-call.ts'
import { signInAsDemo } from '../../demo/demo-operators.ts'
import { environment, sandboxOf, startServer } from '../../testing/server.ts'
import { checkInput } from './read-input.ts'
import { unknownParameters } from './unknown-parameters.ts'

const database = await testDatabase()
const sandbox = await sandboxOf()
const server = await startServer(environment(database.url, sandbox))
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
  await database.close()
})

const cookie = `kushi_operator=${await signInAsDemo(server.deps, 'manager')}`
async function send(key: string, body?: unknown) {
  const [method, path] = key.split(' ') as [string, string]
  const headers = { 'content-type': 'application/json', 'x-kushi-admin': '1', 'x-shop-id': '2', cookie }
  const res = await fetch(`${server.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { meta } = (await res.json()) as { meta?: { message: string; fields?: { path: string; message: string }[] } }
  return { status: res.status, message: meta?.message, paths: meta?.fields?.map(({ path }) => path) ?? [] }
}

const filter = { sumary_status: '1' }
const text = { subject: '件名', body: '本文です。', is_advert: false }
const jobs = 'POST /admin/v1/bulk-jobs'
test.each([
  ['GET /v1/product?catgory=oil', undefined, 'catgory'],
  ['GET /v1/setting/shop/detail/menu?utm_source=x', undefined, 'utm_source'],
  ['POST /v1/contact/complete/mail', { contnet: 'x' }, 'contnet'],
  ['POST /v1/order/validates-data', { item: [] }, 'item'],
  ['GET /admin/v1/customers?ranc=1', undefined, 'ranc'],
  ['GET /admin/v1/privacy-requests?q=x', undefined, 'q'],
  [`${jobs}/subscriptions`, { kind: 'pause', filter, ids: null, notify: false, params: {} }, 'filter.sumary_status'],
  [
    `${jobs}/subscriptions`,
    { kind: 'pause', filter: {}, ids: null, notify: false, params: { days: 1 } },
    'params.days',
  ],
  [`${jobs}/subscriptions`, { kind: 'pause', filter: {}, id: [1], ids: null, notify: false, params: {} }, 'id'],
  [`${jobs}/messages`, { ...text, to: { list: 'customers', filter: { query: 'x' }, ids: null } }, 'to.filter.query'],
  [`${jobs}/messages`, { ...text, query: 'x', to: { list: 'customers', filter: {}, ids: null } }, 'query'],
  ['POST /admin/v1/customers/export', { filter: { has_lines: 'true' }, encoding: 'utf-8' }, 'filter.has_lines'],
  ['POST /admin/v1/products/export', { filter: {}, filters: {}, encoding: 'utf-8' }, 'filters'],
])('%s with a name that it does not know is refused by that name', async (key, body, path) => {
  const { status, message, paths } = await send(key, body)
  expect([status, paths]).toEqual([422, expect.arrayContaining([path])])
  expect(message).toBe(`「${path.split('.').at(-1)}」という項目はありません。名前をお確かめください。`)
})

test('nothing was begun by a refused selection', async () => {
  const { rows } = await database.pool.query('select * from bulk_job')
  expect(rows).toEqual([])
})

const calls = [
  ...Object.entries(contract as unknown as Record<string, Parameters<typeof checkInput>[0]>),
  ...adminCallTable.map(({ key, endpoint }) => [key, endpoint] as const),
]
const given = { params: {}, query: {}, body: () => ({}) }
const failuresOf = (endpoint: object, one: object) =>
  checkInput(endpoint as Parameters<typeof checkInput>[0], { ...given, ...one }).then(
    () => [],
    (error: { fields?: { path: string; message_id: string }[] }) =>
      (error.fields ?? []).filter(({ message_id }) => message_id === 'unknown_name').map(({ path }) => path),
  )
test('every call refuses an unknown name, in its query and in its body', async () => {
  expect(commandCalls.length).toBeGreaterThan(100)
  for (const [key, endpoint] of calls) {
    const open = { ...endpoint, params: undefined }
    expect([key, await failuresOf(open, { query: { nmae: 'x' } })]).toEqual([key, ['nmae']])
    if (endpoint.upload) continue
    const body = () => ({ nmae: 'x' })
    expect([key, await failuresOf({ ...open, query: undefined }, { body })]).toEqual([key, ['nmae']])
  }
})

test('unknown names are found at any depth, and only those', () => {
  const one = z.object({ a: z.int() })
  const schema = z.object({
    list: z.array(one).optional(),
    either: z
      .union([z.object({ kind: z.literal(1), x: z.int() }), z.object({ kind: z.literal(2), y: z.int() })])
      .nullish(),
    several: z.preprocess((v) => (Array.isArray(v) ? v : [v]), z.array(one)).optional(),
    shaped: one.transform(({ a }) => a).optional(),
    free: z.record(z.string(), one).optional(),
    any: z.unknown().optional(),
    lazy: z.lazy(() => one).default({ a: 1 }),
    both: z.intersection(one, z.object({ b: z.int() })).optional(),
  })
  const found = (given: object) => unknownParameters(schema, given).map((path) => path.join('.'))
  expect(
    found({
      list: [{ a: 1 }, { a: 1, b: 2 }],
      either: { kind: 2, y: 1, x: 1 },
      several: [{ z: 1 }],
      shaped: { a: 1, c: 1 },
      free: { whatever: { a: 1, d: 1 } },
      any: { thing: 1 },
      lazy: { e: 1 },
      both: { a: 1, b: 1, f: 1 },
      ['__proto__']: 1,
      constructor: 1,
    }),
  ).toEqual([
    'list.1.b',
    'either.x',
    'several.0.z',
    'shaped.c',
    'free.whatever.d',
    'lazy.e',
    'both.f',
    '__proto__',
    'constructor',
  ])
  expect(found({ list: [{ a: 'wrong type' }], either: null, both: { a: 1, b: 1 } })).toEqual([])
})

test('the filter of every kind of job is read in full', () => {
  const { body } = bulkAdminEndpoints['POST /admin/v1/bulk-jobs/orders']
  expect(unknownParameters(body, { filter: { q: 'x', statuss: 'x', created_at_from: '2026-01-01' } })).toEqual([
    ['filter', 'statuss'],
  ])
})
