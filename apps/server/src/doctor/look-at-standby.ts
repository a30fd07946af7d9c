import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '@kushi/db/connect'
import { objectionToStandby } from '@kushi/db/standby'
import { position } from '@kushi/db/standby/position'
import type { Config } from '../config.ts'
import { type Finding, good, sentenceOf, wrong } from './finding.ts'

const remedy = 'Lists are read from DATABASE_URL meanwhile. See the log of the standby, and DATABASE_READ_URL.'

/** Whether lists can be read from `DATABASE_READ_URL`: it is a standby of this database, and recent enough. */
export async function lookAtStandby(
  { pool }: Database,
  { database_read_url: url, database_read_lag }: Pick<Config, 'database_read_url' | 'database_read_lag'>,
  open: typeof openDatabase = openDatabase,
): Promise<Finding[]> {
  if (url === null) return []
  const there = open(url, { max: 1, standby: true, connectionTimeoutMillis: 5_000 })
  try {
    const objection = await objectionToStandby(pool, there, url)
    if (objection) return [wrong('standby', objection.sentence, remedy)]
    const { rows } = await pool.query<{ end: string }>('select pg_current_wal_flush_lsn() as end')
    const wanted = position(rows[0]!.end)
    const asked = performance.now()
    for (;;) {
      const { rows: reached } = await there.pool.query<{ lsn: string }>('select pg_last_wal_replay_lsn() as lsn')
      const seconds = (performance.now() - asked) / 1_000
      if (position(reached[0]!.lsn) >= wanted) return [good('standby', `answers, ${seconds.toFixed(1)} s behind`)]
      if (seconds > database_read_lag)
        return [wrong('standby', `more than the ${database_read_lag} s of DATABASE_READ_LAG behind`, remedy)]
      await sleep(100)
    }
  } catch (error) {
    return [wrong('standby', sentenceOf(error), remedy)]
  } finally {
    await there.close()
  }
}
