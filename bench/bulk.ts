/**
 * Bulk jobs over this many subscriptions, two per member, on a separate database: each kind is previewed, run and,
 * where possible, taken back.
 *
 *     node bench/bulk.ts 20000
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import type { Cache } from '@kushi/shop/context'
import { deliverOutbox } from '@kushi/shop/messaging/message/deliver-outbox'
import { revertBulkJob, runBulkJob } from '@kushi/shop/operation/bulk/admin/control-job'
import { showBulkJob } from '@kushi/shop/operation/bulk/admin/show-jobs'
import {
  startBulkMessageJob,
  startBulkOrderJob,
  startBulkSubscriptionJob,
} from '@kushi/shop/operation/bulk/admin/start-job'
import { processBulkJobs } from '@kushi/shop/operation/bulk/process-bulk-jobs'
import { DEFAULT_DELIVERY_TERM_DAYS, markDeliveredByTerm } from '@kushi/shop/sales/fulfilment/mark-delivered-by-term'
import { testClock } from '@kushi/shop/testing/context'
import { operatorContext, parseListQuery } from '@kushi/shop/testing/operator'
import { addDays } from '@kushi/values/calendar-date'
import { postgresTime } from './processor-time.ts'
import { fill, sku } from './subscriptions/fill.ts'
import { ship } from './subscriptions/ship.ts'

const count = Number(process.argv[2] ?? 20_000)
console.log(`load average ${loadavg()[0]!.toFixed(1)}`)
const dataDir = await mkdtemp(join(tmpdir(), 'kushi-bench-'))
const postgres = await startEmbedded({ dataDir })
const database = openDatabase(postgres.url)

/** The cache that a server process keeps. */
const rows = new Map<string, unknown>()
const cache: Cache = {
  async get<T>(key: string, load: () => Promise<T>): Promise<T> {
    if (!rows.has(key)) rows.set(key, await load())
    return rows.get(key) as T
  },
}

async function timed(what: string, n: number, work: () => Promise<unknown>): Promise<void> {
  const [began, cpu, postgresBefore] = [performance.now(), process.cpuUsage(), postgresTime(postgres.socketDir)]
  await work()
  const took = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  const ofPostgres = postgresTime(postgres.socketDir) - postgresBefore
  const each = (ms: number) => `${(ms / n).toFixed(1)} ms`
  console.log(
    `${what}: ${(took / 1000).toFixed(0)} s, a row ${each(took)}, of the processor: Node ${each((user + system) / 1000)}, PostgreSQL ${each(ofPostgres)}`,
  )
}

try {
  await setUp(postgres.url, { demo: true })
  await fill(database, count, count * 2)
  const mail = { send: async () => undefined }
  const given = { clock: testClock(new Date().toISOString().slice(0, 10)), ports: { mail }, cache }
  const ctx = { ...(await operatorContext(database.db, 'manager', given)), afterwards: () => undefined }
  const { product_code } = (await database.pool.query(`select product_code from product_sku where id = ${sku}`)).rows[0]
  const filter = parseListQuery('GET /admin/v1/subscriptions', `product_code=${product_code}`) as never
  const asked = { filter, ids: null, notify: true }
  const work = () => processBulkJobs(ctx, { workers: 4, budgetMs: 3_600_000 })
  const countsOf = async (id: number) => (await showBulkJob(ctx, { id })).counts

  const timedJob = async ({ id, kind }: Awaited<ReturnType<typeof startBulkSubscriptionJob>>, takenBack = false) => {
    await timed(`${kind}, tried`, count, work)
    await runBulkJob(ctx, { id })
    await timed(`${kind}, done`, count, work)
    assert.equal((await countsOf(id)).done, count)
    if (!takenBack) return
    await revertBulkJob(ctx, { id })
    await timed(`${kind}, taken back`, count, work)
    assert.equal((await countsOf(id)).taken_back, count)
  }

  const later = { days: 7, date: null }
  await timedJob(await startBulkSubscriptionJob(ctx, { ...asked, kind: 'move_dates', params: later }), true)
  const swap = { from_sku_id: sku, to_sku_id: 103 }
  await timedJob(await startBulkSubscriptionJob(ctx, { ...asked, kind: 'swap_product', params: swap }), true)
  await timedJob(await startBulkSubscriptionJob(ctx, { ...asked, kind: 'pause', params: {} }), true)
  // A lower price for all: every member is notified, and no consent is needed.
  const params = { sku_id: sku, price: 1, from: addDays(given.clock.today(), 90), without_answer: 'keep' as const }
  await timedJob(await startBulkSubscriptionJob(ctx, { ...asked, kind: 'change_price', params }))
  await ship(database)
  const onTheirWay = parseListQuery('GET /admin/v1/orders', 'q=BENCH-') as never
  const delivered = { filter: onTheirWay, ids: null, notify: false, params: {} }
  await timedJob(await startBulkOrderJob(ctx, { ...delivered, kind: 'mark_delivered' }))

  await ship(database)
  const days = DEFAULT_DELIVERY_TERM_DAYS + 1
  const late = { ...ctx, clock: testClock(addDays(given.clock.today(), days)) }
  const byTerm = async () => {
    for (let came = 1; came > 0; ) came = await markDeliveredByTerm(late)
  }
  await timed('お届け済み by term', count, byTerm)

  await database.pool.query('delete from outbox')
  const words = { subject: 'お知らせ', body: '{宛名}\n\nお届けが遅れます。', is_advert: false, over_line: false }
  const message = await startBulkMessageJob(ctx, { ...words, to: { list: 'subscriptions', filter, ids: null } })
  const members = Math.ceil(count / 2)
  await timed('send_message, tried', members, work)
  await runBulkJob(ctx, { id: message.id })
  await timed('send_message, written', members, work)
  await timed('send_message, left (no mail server)', members, () => deliverOutbox(ctx))
  await work()
  assert.equal((await showBulkJob(ctx, { id: message.id })).state, 'done')

  const why = { reason: 1, detail: '計測' }
  await timedJob(await startBulkSubscriptionJob(ctx, { ...asked, kind: 'cancel', params: why }))
} finally {
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit()
