import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { type Db, openDatabase } from './connect.ts'
import { hideUrlPassword } from './explain.ts'
import {
  addLogPosition,
  type LogPosition,
  parseLogPosition,
  replicationDelay,
  requiredReplayPosition,
} from './standby/position.ts'
import { ReadingPool, replayProgress } from './standby/reading-pool.ts'

export interface StandbyOptions {
  url: string
  /** How old the data read from it may be. */
  boundMs: number
  /** Maximum number of connections. */
  max: number
}

/** The connection of one reader. It queries the standby while that is recent enough, and otherwise the primary. */
export interface ReaderConnection {
  db: Db
  /** True if any statement was answered by the primary. */
  readonly isFromPrimary: boolean
}

export interface Standby {
  pool: pg.Pool
  /** `written`: end of the log (LSN) after the reader's last change. */
  readsAfter(written: string | null): ReaderConnection
  /** Upper bound in seconds by which it is behind; null: it does not answer. */
  behindSeconds(): number | null
  close(): Promise<void>
}

const lookMs = 1_000
const avoidMs = 5_000
/** History kept for the metric of its lag. */
const keptMs = 600_000

/**
 * A standby of the primary for lists, reports and exports. The end of the primary's log is read every second, so that
 * the age of the standby's data is known without comparing the clocks of machines.
 */
export function openStandby(primary: pg.Pool, { url, boundMs, max }: StandbyOptions): Standby {
  const { pool, close } = openDatabase(url, {
    max,
    standby: true,
    connectionTimeoutMillis: 1_000,
    application_name: 'kushi reads',
  })
  let marks: LogPosition[] = []
  let avoidedUntil = 0
  let replayed: bigint | null = null
  const reached = new WeakMap<pg.PoolClient, bigint>()
  const look = async () => {
    const at = performance.now()
    const { rows } = await primary.query<{ end: string }>('select pg_current_wal_flush_lsn() as end')
    marks = addLogPosition(marks, { at, end: parseLogPosition(rows[0]!.end) }, keptMs)
  }
  const lookThere = async () => {
    const { rows } = await pool.query<{ replayed: string | null }>(replayProgress)
    replayed = rows[0]!.replayed === null ? null : parseLogPosition(rows[0]!.replayed)
  }
  let looking = false
  const timer = setInterval(async () => {
    if (looking) return
    looking = true
    // While the primary does not answer, its marks grow old, and no reader uses the standby.
    await look().catch(() => undefined)
    await lookThere().catch(() => {
      replayed = null
    })
    looking = false
  }, lookMs)
  timer.unref()
  return {
    pool,
    readsAfter(written) {
      const own = written === null ? null : parseLogPosition(written)
      const reading = new ReadingPool({
        primary,
        standby: pool,
        reached,
        needed: () => {
          const now = performance.now()
          return now < avoidedUntil ? null : requiredReplayPosition(marks, { now, boundMs, written: own })
        },
        avoid: () => {
          avoidedUntil = performance.now() + avoidMs
        },
      })
      return {
        db: drizzle(reading as unknown as pg.Pool),
        get isFromPrimary() {
          return reading.isFromPrimary
        },
      }
    },
    behindSeconds: () => (replayed === null ? null : replicationDelay(marks, replayed, performance.now()) / 1000),
    async close() {
      clearInterval(timer)
      await close()
    },
  }
}

const identity = `select system_identifier::text || ' ' || current_database() as id, pg_is_in_recovery() as is_standby from pg_control_system()`
type Identity = { id: string; is_standby: boolean }

/**
 * Returns in one sentence why the server behind `url` is not usable as a standby of the primary; null: it is usable.
 * `isOther`: it must not be used at all; otherwise the problem may be temporary, and the standby is not read until it
 * ends.
 */
export async function standbyProblem(
  primary: pg.Pool,
  { pool }: Pick<Standby, 'pool'>,
  url: string,
): Promise<{ sentence: string; isOther: boolean } | null> {
  const named = `DATABASE_READ_URL ${hideUrlPassword(url)}`
  const there = await pool.query<Identity>(identity).catch(() => null)
  if (!there) return { sentence: `${named} does not answer: all is read from DATABASE_URL.`, isOther: false }
  const { rows } = await primary.query<Identity>(identity)
  if (rows[0]!.id !== there.rows[0]!.id)
    return { sentence: `${named} leads to another database than DATABASE_URL, not to a standby of it.`, isOther: true }
  if (!there.rows[0]!.is_standby)
    return { sentence: `${named} leads to no standby: all is read from DATABASE_URL.`, isOther: false }
  return null
}
