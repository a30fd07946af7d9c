import type { Database } from '@kushi/db/connect'
import { PgBoss } from 'pg-boss'

/**
 * pg-boss on our own pool, so that a lost connection is handled and reopened as everywhere else. Waiting uses a
 * monotonic clock.
 */
export function jobQueue({ pool }: Database, onError: (error: Error) => void): PgBoss {
  const began = Date.now() - performance.now()
  const boss = new PgBoss({
    // How late a process learns of another one's running job, and of its end or death; pg-boss's default is a minute each.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    queueCacheIntervalSeconds: 5,
    db: { executeSql: (text, values) => pool.query(text, values) },
    clock: {
      now: () => began + performance.now(),
      setTimeout: (work, ms) => setTimeout(work, ms),
      clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
      setInterval: (work, ms) => setInterval(work, ms),
      clearInterval: (handle) => clearInterval(handle as NodeJS.Timeout),
    },
  })
  boss.on('error', onError)
  return boss
}

const claims = ['cron_on', 'bam_on', 'flow_on', 'reindex_on', 'monitor_backoff_on']

/**
 * After the database's clock was set back, pg-boss treats entries from the future as done until that time comes again:
 * nothing is scheduled or fetched. Timestamps in the future are reset; our jobs are never scheduled for later.
 */
export async function resetFutureTimestamps({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ known: boolean }>(`select to_regclass('pgboss.version') is not null as known`)
  if (!rows[0]!.known) return
  const past = `now() - interval '2 minutes'`
  const notLater = (column: string) => `${column} = case when ${column} > now() then ${past} else ${column} end`
  await pool.query(`update pgboss.version set ${claims.map(notLater).join(', ')}`)
  const monitored = ['monitor_claim_on', 'monitor_on', 'maintain_on'].map(notLater).join(', ')
  await pool.query(
    `update pgboss.queue set ${monitored} where greatest(monitor_claim_on, monitor_on, maintain_on) > now()`,
  )
  const times = ['start_after', 'created_on', 'started_on', 'completed_on', 'heartbeat_on']
  await pool.query(
    `update pgboss.job set ${times.map(notLater).join(', ')} where greatest(${times.join(', ')}) > now() + interval '1 second'`,
  )
}
