import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gmoGatewayClient } from '@kushi/adapters/testing/gateway'
import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { ConfigError } from '../config/env.ts'
import { logRequest } from '../http/log-request.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { environment, sandboxOf, startServer } from '../testing/server.ts'
import { makeMetrics } from './metrics.ts'
import { addAllGauges, startMetricsPort } from './metrics-port.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const server = await startServer(environment(database.url, sandbox))
const { deps, call, url } = server
addAllGauges(deps)
const free = createServer().listen(0, '127.0.0.1')
await once(free, 'listening')
const { port } = free.address() as AddressInfo
await new Promise((resolve) => free.close(resolve))
const config = { ...deps.config, metrics_port: port, metrics_host: '127.0.0.1' }
const end = await startMetricsPort({ ...deps, config })
afterAll(async () => {
  end()
  await server.stop()
  await database.close()
  await sandbox.stop()
})
const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
/** Value of a metric, by its full name with labels. */
const figure = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length) ?? Number.NaN,
  )

test('requests by call pattern and status, and cached responses', async () => {
  expect(
    (await call('GET /v1/common/postcode/{postal_code}' as never, { params: { postal_code: '1000001' } })).status,
  ).toBe(404)
  await call('GET /v1/product')
  await call('GET /v1/product')
  const text = await read()
  const count = (labels: string) => figure(text, `kushi_http_request_duration_seconds_count{${labels}}`)
  expect(count('method="GET",call="/v1/product",status="200"')).toBe(1)
  expect(figure(text, 'kushi_http_kept_answers_total')).toBe(1)
  expect(text).not.toContain('1000001')
})

test('the 503 of a shop that is not open is none of a fault, and no alert counts it', async () => {
  const asked: { level: string; line: object }[] = []
  const log = { info: (line: object) => asked.push({ level: 'info', line }), error: () => asked.push() }
  const app = new Hono()
  app.use(logRequest({ log: log as never, metrics: deps.metrics }))
  app.get('/shut', (c) => c.html('', 503, { 'x-kushi-state': 'closed' }))
  await app.request('/shut')
  expect(asked).toEqual([{ level: 'info', line: expect.objectContaining({ status: 503 }) }])
  const text = await read()
  const labels = 'method="GET",call="/shut",status="closed"'
  expect(figure(text, `kushi_http_request_duration_seconds_count{${labels}}`)).toBe(1)
})

test('disk, backup, held shops and the archived log are measured', async () => {
  const mark = join(import.meta.dirname, 'metrics.test.ts')
  const own = {
    ...deps,
    config: {
      ...deps.config,
      picture_folder: join(import.meta.dirname, 'pictures'),
      environment: { BACKUP_MARK: mark },
    },
  }
  const registry = makeMetrics().registry
  addAllGauges({ ...own, metrics: { ...deps.metrics, registry } })
  await database.pool.query(`insert into payment_hold (shop_id, reason) values (3, 'test')`)
  const text = await registry.metrics()
  await database.pool.query('delete from payment_hold')
  expect(figure(text, 'kushi_shops_held')).toBe(1)
  expect(figure(text, 'kushi_disk_free_bytes')).toBeGreaterThan(1e6)
  expect(figure(text, 'kushi_disk_free_share')).toBeLessThan(1)
  expect(figure(text, 'kushi_backup_age_seconds')).toBeGreaterThan(0)
  // The address is this machine's, and the log is not archived here.
  expect(figure(text, 'kushi_certificate_days')).toBeNaN()
  expect(figure(text, 'kushi_log_archive_age_seconds')).toBeNaN()
})

test('calls to providers by their outcome', async () => {
  const port = (await deps.base(2)).ports.payment.get(1)!
  const unknownPayment = { provider_order_id: 'K000000-00000000', amount: 1, reference: {} }
  expect(await port.find(unknownPayment)).toBeNull()
  await gmoGatewayClient(sandbox).fault('SearchTrade', '500')
  await expect(port.find(unknownPayment)).rejects.toThrow()
  const text = await read()
  for (const outcome of ['ok', 'failed'])
    expect(
      figure(
        text,
        `kushi_provider_call_duration_seconds_count{provider="credit_card",call="find",outcome="${outcome}"}`,
      ),
    ).toBe(1)
})

test('the database, the pool, the event loop and the memory', async () => {
  const created_at = new Date(Date.now() - 600_000)
  await database.db.insert(outbox).values([
    { shop_id: 2, kind: 'mail', payload: {}, dedupe_key: 'waits', created_at },
    { shop_id: 2, kind: 'mail', payload: {}, dedupe_key: 'failed', failed_at: new Date() },
  ])
  const fresh = await startServer(environment(database.url, sandbox))
  addAllGauges(fresh.deps)
  const text = await fresh.deps.metrics.registry.metrics()
  expect(figure(text, 'kushi_database_up')).toBe(1)
  expect(figure(text, 'kushi_outbox_failed')).toBe(1)
  expect(figure(text, 'kushi_outbox_waiting')).toBe(1)
  expect(figure(text, 'kushi_outbox_oldest_seconds')).toBeGreaterThanOrEqual(600)
  expect(figure(text, 'kushi_jobs_running')).toBe(-1)
  expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
  await fresh.stop()
})

test('an unreachable database is a metric, not a failure', async () => {
  const gone = await startServer(environment(database.url, sandbox))
  addAllGauges(gone.deps)
  await gone.stop()
  const text = await gone.deps.metrics.registry.metrics()
  expect([figure(text, 'kushi_database_up'), figure(text, 'kushi_outbox_waiting')]).toEqual([0, Number.NaN])
})

test('runs of schedules, and those in which a part failed', async () => {
  const outcomes: (() => Promise<unknown>)[] = [
    async () => ({ broken: 0 }),
    async () => ({ broken: 2 }),
    () => Promise.reject(new Error('no')),
  ]
  const jobs = Object.fromEntries(outcomes.map((run, n) => [`measured-${n}`, { cron: '* * * * *', run }]))
  const clockwork = startJobs(deps, { jobs, pollingIntervalSeconds: 0.5 })
  const count = async (n: number, outcome: string) =>
    figure(await read(), `kushi_job_duration_seconds_count{job_name="measured-${n}",outcome="${outcome}"}`)
  await expect.poll(() => figureOf('kushi_jobs_running')).toBe(1)
  for (const n of [0, 1, 2]) await database.pool.query('insert into pgboss.job (name) values ($1)', [`measured-${n}`])
  await expect.poll(() => count(0, 'ok')).toBeGreaterThan(0)
  await expect.poll(() => count(1, 'broken')).toBeGreaterThan(0)
  await expect.poll(() => count(2, 'failed')).toBeGreaterThan(0)
  await clockwork.stop()
})
const figureOf = async (name: string) => figure(await read(), name)

test('every metric that a rule or the dashboard names exists', async () => {
  const known = new Set(deps.metrics.registry.getMetricsAsArray().map(({ name }) => name))
  const deploy = join(import.meta.dirname, '../../../../deploy')
  for (const file of ['prometheus/alerts.yml', 'grafana/kushi.json']) {
    const named = new Set((await readFile(join(deploy, file), 'utf8')).match(/\b(kushi|nodejs|process)_[a-z0-9_]+/g))
    expect(named.size).toBeGreaterThan(8)
    const unknown = [...named].filter(
      (name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')),
    )
    expect([file, unknown]).toEqual([file, []])
  }
})

test('every alert has its page of runbook, and each page says what to see, to type and never to do', async () => {
  const root = join(import.meta.dirname, '../../../..')
  const rules = await readFile(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')
  const pages = (await readFile(join(root, 'docs/runbooks.md'), 'utf8')).split(/^## /m).slice(1)
  const anchorOf = (page: string) =>
    page
      .split('\n', 1)[0]!
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-')
  const alerts = rules.split('- alert: ').slice(1)
  for (const alert of alerts) {
    const name = /^\w+/.exec(alert)![0]
    const anchor = /runbook: 'docs\/runbooks\.md#([\w-]+)'/.exec(alert)?.[1]
    const page = pages.find((one) => anchorOf(one) === anchor)
    expect([name, page && anchor, page?.includes(name)]).toEqual([name, anchor, true])
    for (const part of ['One sees', 'Customers see', 'Type', 'Never']) expect(page).toContain(`**${part}**`)
  }
  expect(alerts.length).toBeGreaterThan(20)
})

test('nothing else is served there, and a taken port is reported with its setting', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  const error: unknown = await startMetricsPort({ ...deps, config }).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ConfigError)
  expect((error as Error).message).toContain('Set METRICS_PORT to a free one')
})
