import { outbox } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eventually } from '@kushi/db/testing-eventually'
import type { Context } from '@kushi/shop/context'
import { testContext } from '@kushi/shop/testing/context'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import type { Deps } from '../deps/deps.ts'
import { ScheduledChanges } from '../deps/scheduled-changes.ts'
import { mountHealth } from '../http/health.ts'
import { makeMetrics } from '../metrics/metrics.ts'
import { readProcessRole } from '../serve.ts'
import { noTrace } from '../trace/trace.ts'
import { watchClockJumps } from './clock-watch.ts'
import { resetFutureTimestamps } from './job-queue.ts'
import { minutesBetweenRuns, overdueJobs } from './overdue.ts'
import { startJobs } from './start-jobs.ts'

const database = await testDatabase()
const { pool } = database
afterAll(database.close)

const logged: string[] = []
const say = (_: object, text: string) => void logged.push(text)
const depsOn = (db: Deps['database']) => {
  const log = { info: say, warn: say, error: say }
  const config = { database_url: database.url, database_direct_url: null, default_shop_id: 2 }
  const base = testContext(db.db, { log })
  return {
    base: async () => base,
    clock: base.clock,
    config,
    log,
    database: db,
    jobs: null,
    scheduledChanges: new ScheduledChanges(base),
    metrics: makeMetrics(),
    trace: noTrace,
    settled: async () => undefined,
    delivering: (work: () => Promise<unknown>) => work(),
  } as unknown as Deps
}
const deps = depsOn(database)
const ready = async (of = deps) => {
  const app = new Hono()
  mountHealth(app, of)
  const res = await app.request('/readyz')
  return { code: res.status, ...((await res.json()) as object) }
}

test('a clock that is set is noticed, in either direction; a running one is not', () => {
  let wall = 0
  let steady = 0
  const moved = watchClockJumps({ wall: () => wall, steady: () => steady })
  for (const [set, expected] of [
    [0, 0],
    [900, 0],
    [-3_600_000, -3_600_000],
    [0, 0],
    [70_000, 70_000],
    [-2_000, 0],
  ] as const) {
    steady += 5_000
    wall += 5_000 + set
    const found = moved()
    expect(Math.abs(found - expected)).toBeLessThan(1_000)
  }
})

test('after the clock was set back the jobs restart and continue', async () => {
  let runs = 0
  let wall = 0
  const run = async () => {
    runs += 1
  }
  const jobs = { 'test-job': { cron: '* * * * *', run } }
  const clockwork = startJobs(deps, {
    jobs,
    clocks: { wall: () => performance.now() + wall, steady: () => performance.now() },
    watchMs: 20,
    pollingIntervalSeconds: 0.5,
  })
  expect(clockwork.state.running).toBe(false)
  await eventually(() => expect(clockwork.state.running).toBe(true))
  expect(await ready()).toMatchObject({ code: 200, status: 'ready', jobs: 'running', overdue: [] })
  // As after an hour in which the database's clock was one hour ahead.
  await pool.query(`update pgboss.version set cron_on = now() + interval '1 hour'`)
  await pool.query(
    `insert into pgboss.job (name, start_after, created_on) values ('test-job', now() + interval '1 hour', now() + interval '1 hour')`,
  )
  const before = runs
  wall = -3_600_000
  await eventually(() => expect(logged).toContain('the clock was set: jobs begin anew'))
  await eventually(() => expect(runs).toBeGreaterThan(before))
  const { rows } = await pool.query('select cron_on <= now() as past from pgboss.version')
  expect(rows).toEqual([{ past: true }])
  await clockwork.stop()
  expect(await ready()).toMatchObject({ code: 503, status: 'unavailable', jobs: 'starting' })
})

test('deferred work of a job is done before its connections are closed', async () => {
  const gate = Promise.withResolvers<void>()
  const outcomes: string[] = []
  const underWay: Promise<void>[] = []
  const afterwards = (work: () => Promise<void>) => {
    const done = gate.promise.then(work).then(
      () => void outcomes.push('done'),
      (error: Error) => void outcomes.push(error.message),
    )
    underWay.push(done)
  }
  const base = { ...(await deps.base(2)), afterwards }
  const settled = async () => void (await Promise.all(underWay))
  const run = async (ctx: Context) => ctx.afterwards(async () => void (await ctx.db.select().from(outbox).limit(1)))
  const clockwork = startJobs(
    { ...deps, base: async () => base, settled },
    {
      jobs: { 'leaving-job': { cron: '7 4 * * *', of: 'installation', run } },
      pollingIntervalSeconds: 0.5,
    },
  )
  await eventually(() => expect(clockwork.state.running).toBe(true))
  await pool.query(`insert into pgboss.job (name) values ('leaving-job')`)
  await eventually(() => expect(underWay).toHaveLength(1))
  const stopped = clockwork.stop()
  setTimeout(gate.resolve, 500)
  await stopped
  expect(outcomes).toEqual(['done'])
})

test('a job that is no longer ours is unscheduled, and its queue goes at the next start', async () => {
  const run = async () => undefined
  const cron = '7 4 * * *'
  const queues = async () => {
    const { rows } = await own.pool.query<{ name: string }>(
      `select q.name || case when s.name is null then '' else ' scheduled' end as name
       from pgboss.queue q left join pgboss.schedule s on s.name = q.name where q.name not like '\\_\\_%' order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  const own = await testDatabase()
  const start = async (...names: string[]) => {
    const config = { ...deps.config, database_url: own.url }
    const jobs = Object.fromEntries(names.map((name) => [name, { cron, run }]))
    const clockwork = startJobs({ ...depsOn(own), config }, { jobs })
    await eventually(() => expect(clockwork.state.running).toBe(true))
    await clockwork.stop()
    return queues()
  }
  expect(await start('former', 'extension-stamp-expire')).toEqual([
    'extension-stamp-expire scheduled',
    'former scheduled',
  ])
  await own.pool.query(`insert into pgboss.job (name) values ('former')`)
  expect(await start('retention', 'extension-stamp-expire')).toEqual([
    'extension-stamp-expire scheduled',
    'former',
    'retention scheduled',
  ])
  expect(await start('retention', 'extension-stamp-expire')).toEqual([
    'extension-stamp-expire scheduled',
    'retention scheduled',
  ])
  await own.close()
})

test('schedules that do not run are reported, in the log and by readyz', async () => {
  const jobs = { 'test-job': { cron: '* * * * *' }, 'never-ran': { cron: '7 4 * * *' }, hourly: { cron: '5 * * * *' } }
  expect(Object.values(jobs).map(({ cron }) => minutesBetweenRuns(cron))).toEqual([1, 1440, 60])
  expect(await overdueJobs(database, jobs, 60)).toEqual([])
  await pool.query(`update pgboss.job set started_on = now() - interval '8 minutes' where name = 'test-job'`)
  expect(await overdueJobs(database, jobs, 6)).toEqual([])
  expect(await overdueJobs(database, jobs, 60)).toEqual(['test-job'])
  expect(await overdueJobs(database, jobs, 10_000)).toEqual(['test-job', 'never-ran', 'hourly'])
  // Created by a clock that was ahead: it says nothing about the current state.
  await pool.query(`update pgboss.job set started_on = now() + interval '1 hour' where name = 'test-job'`)
  expect(await overdueJobs(database, jobs, 60)).toEqual(['test-job'])
  await resetFutureTimestamps(database)
  expect(await overdueJobs(database, jobs, 60)).toEqual([])
  const state = { running: true, overdue: ['test-job'] }
  expect(await ready({ ...deps, jobs: state })).toMatchObject({ code: 200, status: 'degraded', overdue: ['test-job'] })
})

test('readyz reports a full database, and mails that failed', async () => {
  const mail = { shop_id: 2, kind: 'mail' as const, payload: {} }
  await database.db.insert(outbox).values([
    { ...mail, dedupe_key: 'a', failed_at: new Date(), error: '550 no such user' },
    { ...mail, dedupe_key: 'b', stopped_at: new Date() },
  ])
  expect(await ready({ ...deps, jobs: null })).toMatchObject({ code: 200, database: 'ok', outbox_failed: 1 })
  // PostgreSQL's error for a full disk; filling a real one takes rights that the shop's role lacks.
  const cause = Object.assign(new Error('could not write to file: No space left on device'), { code: '53100' })
  const noRoom = new Error('Failed query', { cause })
  const db = { transaction: () => Promise.reject(noRoom) } as unknown as Deps['database']['db']
  const state = await ready({ ...deps, database: { ...database, db }, jobs: null })
  expect(state).toMatchObject({ code: 503, status: 'unavailable', database: 'full', jobs: 'elsewhere' })
})

test('a role is one of three', () => {
  const role = (...args: string[]) => readProcessRole(['node', 'main.ts', ...args])
  // As npm start passes it.
  expect(role('--demo-orders')).toBe('both')
  expect([role(), role('--role', 'web'), role('--role=worker'), role('--role', 'both')]).toEqual([
    'both',
    'web',
    'worker',
    'both',
  ])
  expect(() => role('--role', 'queen')).toThrow('--role is one of both, web, worker.')
  expect(() => role('--rol', 'web')).toThrow("Unknown option '--rol'")
  expect(() => role('web')).toThrow('Unexpected argument')
})
