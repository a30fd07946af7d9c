import type { Database } from '@kushi/db/connect'
import type { Standby } from '@kushi/db/standby'
import type { Gauge, Registry } from 'prom-client'
import type { JobsState } from '../jobs/overdue.ts'
import { addGauge } from './metrics.ts'

/** Milliseconds for which a query result is reused: several scrapers cause one query. */
const keptMs = 5_000

/** Orders in progress, payments, messages and jobs: count, and age of the oldest in seconds. */
const question = `
  select 'orders' as name, status as label, count(*)::float as value from orders
    where status in ('received', 'payment_pending', 'payment_error', 'arranged') group by status
  union all select 'payments', state, count(*)::float from payment
    where state in ('intent', 'redirected', 'returned', 'held', 'awaiting', 'void_pending') group by state
  union all select 'differences', '', count(*)::float from payment_difference where resolved_at is null
  union all select 'outbox_failed', '', count(*)::float from outbox
    where failed_at is not null and sent_at is null and stopped_at is null
  union all select 'outbox_waiting', '', count(*)::float from outbox
    where failed_at is null and sent_at is null and stopped_at is null
  union all select 'outbox_age', '', coalesce(extract(epoch from now() - min(created_at)), 0)::float from outbox
    where failed_at is null and sent_at is null and stopped_at is null
  union all select 'shops_held', '', count(*)::float from payment_hold
  union all select 'log_age', '', extract(epoch from now() - last_archived_time)::float from pg_stat_archiver
    where current_setting('archive_mode') <> 'off'
  union all select 'log_fails', '', (last_failed_time >= coalesce(last_archived_time, '-infinity'))::int::float
    from pg_stat_archiver where current_setting('archive_mode') <> 'off' and last_failed_time is not null
  union all select 'payment_age', '', coalesce(extract(epoch from now() - min(updated_at)), 0)::float from payment
    where state in ('intent', 'returned', 'void_pending')`

interface Row {
  name: string
  label: string
  value: number
}

const byState = [
  ['orders', 'kushi_orders', 'Orders on their way, by state'],
  ['payments', 'kushi_payments_open', 'Payments that are not decided, by state'],
] as const
const single = [
  ['differences', 'kushi_payment_differences', 'Open differences between our books and the providers’'],
  ['payment_age', 'kushi_payment_oldest_seconds', 'Age of the oldest payment under way'],
  ['shops_held', 'kushi_shops_held', 'Shops in which nothing is charged until resume'],
  [
    'log_age',
    'kushi_log_archive_age_seconds',
    'Seconds since a piece of the log (WAL) was archived, where it is archived',
  ],
  ['log_fails', 'kushi_log_archive_fails', '1: the last try to archive a piece of the log failed'],
  ['outbox_failed', 'kushi_outbox_failed', 'Messages that were given up'],
  ['outbox_waiting', 'kushi_outbox_waiting', 'Messages on their way'],
  ['outbox_age', 'kushi_outbox_oldest_seconds', 'Age of the oldest message on its way'],
] as const

/**
 * Adds metrics that are queried from the database at each scrape, and the state of its pool and of this process's jobs.
 */
export function addDatabaseFigures(
  registry: Registry,
  { pool }: Pick<Database, 'pool'>,
  jobs: () => JobsState | null,
): void {
  const look = keptFor(() =>
    pool
      .query<Row>(question)
      .then(({ rows }) => rows)
      .catch(() => null),
  )
  const add = (name: string, help: string, set: (gauge: Gauge) => void | Promise<void>, labelNames: string[] = []) =>
    addGauge(registry, { name, help, set, labelNames })
  add('kushi_database_up', '1: the database answers', async (one) => one.set((await look()) ? 1 : 0))
  for (const [figure, name, help] of byState)
    add(
      ...([name, help] as const),
      async (one) => {
        const rows = await look()
        one.reset()
        for (const row of rows ?? []) if (row.name === figure) one.set({ state: row.label }, row.value)
      },
      ['state'],
    )
  for (const [figure, name, help] of single)
    add(name, help, async (one) => one.set((await look())?.find((row) => row.name === figure)?.value ?? Number.NaN))
  add(
    ...(['kushi_db_pool_connections', 'Connections of this process'] as const),
    (one) => {
      one.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      one.set({ state: 'idle' }, pool.idleCount)
    },
    ['state'],
  )
  add('kushi_db_pool_waiting', 'Requests that wait for a connection', (one) => one.set(pool.waitingCount))
  add('kushi_jobs_running', '1: this process does the jobs; -1: it never does', (one) => {
    const state = jobs()
    one.set(state === null ? -1 : Number(state.running))
  })
  add('kushi_jobs_overdue', 'Schedules that should have begun', (one) => one.set(jobs()?.overdue.length ?? 0))
}

/** State of the standby at `DATABASE_READ_URL`. */
export function addStandbyFigures(registry: Registry, standby: Standby | null): void {
  const behind = () => standby?.behindSeconds() ?? null
  addGauge(registry, {
    name: 'kushi_db_standby_up',
    help: '1: the standby answers; -1: there is none',
    set: (one) => one.set(standby ? Number(behind() !== null) : -1),
  })
  addGauge(registry, {
    name: 'kushi_db_standby_behind_seconds',
    help: 'By how much the standby is behind at most; up to a second, and the time of a look, are no delay of its own',
    set: (one) => one.set(behind() ?? Number.NaN),
  })
}

function keptFor<T>(make: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  let made = 0
  return () => {
    if (!kept || performance.now() - made > keptMs) {
      made = performance.now()
      kept = make()
    }
    return kept
  }
}
