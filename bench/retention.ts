/**
 * Measures the deletion of old messages: a filled `outbox` over six months, the job that clears one day's texts, a
 * month deleted in steps with the vacuum after it, and a month dropped as a partition.
 *
 *     node bench/retention.ts 1200000
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@kushi/db/connect'
import { startEmbedded } from '@kushi/db/embedded'
import { setUp } from '@kushi/db/setup'
import { deleteExpiredRows } from '@kushi/shop/foundation/retention/delete-expired-rows'
import { testClock, testContext } from '@kushi/shop/testing/context'

const count = Number(process.argv[2] ?? 1_200_000)
const days = 180
const dataDir = await mkdtemp(join(tmpdir(), 'kushi-bench-'))
const postgres = await startEmbedded({ dataDir })
const { pool, db, close } = openDatabase(postgres.url, { statement_timeout: 900_000, query_timeout: 900_000 })

const ctx = { ...testContext(db), clock: { ...testClock(), now: () => new Date() } }

async function timed(what: string, work: () => Promise<string>): Promise<void> {
  const began = performance.now()
  const result = await work()
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(2)} s${result && `, ${result}`}`)
}

async function sizes(): Promise<string> {
  const { rows } = await pool.query<{ heap: string; indexes: string }>(
    `select pg_size_pretty(pg_table_size('outbox')) as heap, pg_size_pretty(pg_indexes_size('outbox')) as indexes`,
  )
  return `table ${rows[0]!.heap}, indexes ${rows[0]!.indexes}`
}

/** Deletes its oldest month in the steps that the jobs take. */
async function deleteMonth(): Promise<string> {
  const slowest = { ms: 0 }
  let gone = 0
  for (let step = 2_000; step === 2_000; gone += step) {
    const began = performance.now()
    const { rowCount } = await pool.query(
      `delete from outbox where (shop_id, id) in (select shop_id, id from outbox
       where shop_id = 2 and created_at < now() - interval '${days - 30} days' order by created_at, id limit 2000)`,
    )
    step = rowCount ?? 0
    slowest.ms = Math.max(slowest.ms, performance.now() - began)
  }
  return `${gone} rows, the slowest step ${slowest.ms.toFixed(0)} ms`
}

try {
  await setUp(postgres.url)
  await pool.query('alter table outbox set (autovacuum_enabled = false)')
  await timed('filled', async () => {
    await pool.query(
      `insert into outbox (shop_id, kind, dedupe_key, payload, subject, customer_id, order_id, created_at, next_attempt_at, sent_at, attempts)
       select 2, 'mail', 'order:' || n, case when at < now() - interval '31 days' then '{}'::jsonb
         else jsonb_build_object('to', n || '@example.com', 'text', repeat('ご注文ありがとうございます。', 60)) end,
         'ご注文を承りました', n / 3, n / 3, at, at, at, 1
       from generate_series(1, $1::int) n, lateral (select now() - interval '${days} days' * (1 - n / $1::float) as at) one`,
      [count],
    )
    return `${count} rows`
  })
  await timed('vacuum and analyze', () => pool.query('vacuum analyze outbox').then(sizes))
  await timed('forgetting a day', async () => `${(await deleteExpiredRows(ctx)).forgotten['outbox'] ?? 0} rows`)
  await timed(
    'forgetting again, nothing to do',
    async () => `${(await deleteExpiredRows(ctx)).forgotten['outbox'] ?? 0} rows`,
  )
  await timed('a month deleted in steps', deleteMonth)
  await timed('vacuum after it', () => pool.query('vacuum outbox').then(sizes))
  await pool.query(
    `create table parted (like outbox including generated including defaults) partition by range (created_at)`,
  )
  await pool.query(
    `create table parted_month partition of parted for values from (now() - interval '${days - 30} days') to (now() - interval '${days - 60} days')`,
  )
  await pool.query('create index on parted (shop_id, created_at, id)')
  const columns = 'id, shop_id, kind, dedupe_key, payload, subject, customer_id, order_id, created_at, sent_at'
  const moved = await pool.query(
    `insert into parted (${columns}) overriding system value select ${columns} from outbox
     where created_at >= now() - interval '${days - 30} days' and created_at < now() - interval '${days - 60} days' - interval '1 hour'`,
  )
  await timed('a month dropped as a partition', async () => {
    await pool.query('drop table parted_month')
    return `${moved.rowCount} rows`
  })
  console.log(`load average ${loadavg()[0]!.toFixed(0)}`)
} finally {
  await close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit(0)
