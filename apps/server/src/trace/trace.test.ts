import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testDatabase } from '@kushi/db/testing'
import { eventually } from '@kushi/db/testing-eventually'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startJobs } from '../jobs/start-jobs.ts'
import { environment, newMember, sandboxOf, startServer } from '../testing/server.ts'
import { makeTrace } from './make-trace.ts'
import { openTelemetry } from './open-telemetry.ts'
import { noTrace } from './trace.ts'
import { statementSummary } from './trace-database.ts'

interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}
const received: ReceivedSpan[] = []
let wire = ''
let path = ''
const receiver = createServer(async (req, res) => {
  path = req.url!
  const text = Buffer.concat(await req.toArray()).toString()
  wire += text
  for (const one of JSON.parse(text).resourceSpans) for (const part of one.scopeSpans) received.push(...part.spans)
  res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
// The environment object itself stays, because other test files of this process store their values in it.
vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`)
vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json')
vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=test')

const database = await testDatabase()
const sandbox = await sandboxOf()
const foreign = '4bf92f3577b34da6a3ce929d0e0e4736'
beforeAll(async () => {
  const server = await startServer({ ...environment(database.url, sandbox), TRUST_PROXY: '1' })
  await newMember(server.call)
  await server.call('GET /postcodes/{postal_code}', { params: { postal_code: '2480006' } })
  const headers = { 'x-shop-id': '2', traceparent: `00-${foreign}-00f067aa0ba902b7-01` }
  await fetch(`${server.url}/v1/product`, { headers })
  await fetch(`${server.url}/v1/product/detail/999999`, { headers: { 'x-shop-id': '2' } })
  await fetch(`${server.url}/nowhere/takahashi@example.com`)
  const { promise: ran, resolve: done } = Promise.withResolvers<void>()
  const run = async (ctx: { db: typeof database.db }) => {
    await ctx.db.execute('select 1')
    done()
  }
  const clockwork = startJobs(server.deps, {
    jobs: { traced: { cron: '* * * * *', run } },
    pollingIntervalSeconds: 0.5,
  })
  await eventually(() => expect(clockwork.state.running).toBe(true))
  await database.pool.query(`insert into pgboss.job (name) values ('traced')`)
  await ran
  await clockwork.stop()
  await server.stop()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  receiver.close()
  await sandbox.stop()
  await database.close()
})
const named = (name: string) => received.filter((one) => one.name === name)
const attributeOf = (one: ReceivedSpan, key: string) =>
  Object.values(one.attributes.find((attribute) => attribute.key === key)?.value ?? {})[0]
const childrenOf = (parent: ReceivedSpan) => received.filter(({ parentSpanId }) => parentSpanId === parent.spanId)

test('a request’s span is named by its route, with its handler and its statements below', () => {
  expect(path).toBe('/v1/traces')
  expect(wire).toContain('deployment.environment.name')
  const [request] = received.filter(({ name }) => name === 'POST /v1/customer/new')
  expect(attributeOf(request!, 'http.route')).toBe('/v1/customer/new')
  const [handler] = childrenOf(request!).filter(({ name }) => name.startsWith('handler '))
  expect(handler!.name).toBe('handler registerCustomer')
  expect(childrenOf(handler!).map(({ name }) => name)).toEqual(expect.arrayContaining(['insert customer']))
})

test('a call to a provider has a span with its name', () => {
  const [asked] = received.filter(({ attributes }) => attributes.some(({ key }) => key === 'peer.service'))
  expect(asked!.name).toMatch(/^(postcode|mail)\.\w+$/)
})

test('a customer’s mistake is not an error; behind a proxy the trace continues', () => {
  const [refused] = received.filter((one) => attributeOf(one, 'kushi.refused') !== undefined)
  expect(refused).toMatchObject({ name: expect.stringMatching(/^handler /), status: {} })
  expect(refused!.status.code ?? 0).toBe(0)
  const [continued] = named('GET /v1/product')
  expect(continued!.traceId).toBe(foreign)
})

test('a job, each of its shops, and their statements', () => {
  const [job] = named('job traced')
  const shops = childrenOf(job!).filter(({ name }) => name === 'shop of job traced')
  expect(shops.map((one) => Number(attributeOf(one, 'kushi.shop_id'))).sort()).toEqual([2, 3])
  expect(childrenOf(shops[0]!).map(({ name }) => name)).toEqual(['select'])
})

test('no typed text is exported, and the polling of a queue makes no trace', () => {
  for (const personal of ['高橋', 'Tsubaki2026', '2480006', '@example.com', '09000000009'])
    expect(wire).not.toContain(personal)
  const roots = received.filter(({ parentSpanId }) => !parentSpanId)
  expect(new Set(roots.map(({ name }) => name.split(' ')[0]))).toEqual(new Set(['GET', 'POST', 'job']))
})

test('it is off unless the standard variables name an endpoint', async () => {
  for (const env of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' }])
    expect(await makeTrace(env)).toBe(noTrace)
  await expect(openTelemetry({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).rejects.toThrow('say http/protobuf or http/json')
  await expect(openTelemetry({ OTEL_TRACES_SAMPLER: 'mine' })).rejects.toThrow('OTEL_TRACES_SAMPLER is mine')
  await expect(openTelemetry({ OTEL_TRACES_SAMPLER_ARG: '2' })).rejects.toThrow('from 0 to 1')
})

test.each([
  ['select "id" from "orders" where "orders"."id" = $1', 'select orders'],
  ['insert into "outbox" ("id") values (default)', 'insert outbox'],
  ['update outbox set attempts = 1', 'update outbox'],
  ['select id from pgboss.job', 'select pgboss.job'],
  ['begin', 'begin'],
  [undefined, 'query'],
])('%s is %s', (text, expected) => {
  expect(statementSummary(text)).toBe(expected)
})
