import type pg from 'pg'
import { isDatabaseOutage } from '../outage.ts'
import { parseLogPosition } from './position.ts'

export interface ReaderState {
  primary: pg.Pool
  standby: pg.Pool
  /** The last known log position of each connection's server; it only increases. */
  reached: WeakMap<pg.PoolClient, bigint>
  /** The position it must have reached; null: it may not be queried now. */
  needed(): bigint | null
  /** The standby failed: it is not queried for a while. */
  avoid(): void
}

/**
 * How far the standby has replayed. `replayed` is null if the server is no standby: a detached primary would never appear to be
 * behind. A standby that hangs is given up after a second, the same as a connection to it.
 */
export const replayProgress = {
  text: 'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as replayed',
  query_timeout: 1_000,
}

/**
 * A pool for one reader. It queries the standby, and the primary if the standby is too far behind, does not answer, or
 * aborts the statement; after that it stays with the primary. It never reads an older state than before, so no screen
 * goes back in time. Transactions run on the primary. Drizzle recognises a pool by the word "Pool" in its class name.
 */
export class ReadingPool {
  isFromPrimary = false
  readonly #reading: ReaderState
  #seen = 0n

  constructor(reading: ReaderState) {
    this.#reading = reading
  }

  connect(): Promise<pg.PoolClient> {
    return this.#reading.primary.connect()
  }

  async query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const client = await this.#farEnough()
    if (client) {
      let broken: Error | undefined
      try {
        return await client.query(config, values)
      } catch (error) {
        if (!isStandbys(error)) throw error
        if (isDatabaseOutage(error)) {
          broken = error as Error
          this.#reading.avoid()
        }
      } finally {
        client.release(broken)
      }
    }
    this.isFromPrimary = true
    return this.#reading.primary.query(config, values)
  }

  async #farEnough(): Promise<pg.PoolClient | null> {
    const { standby, reached, needed, avoid } = this.#reading
    const bound = this.isFromPrimary ? null : needed()
    if (bound === null) return null
    const need = bound > this.#seen ? bound : this.#seen
    let client: pg.PoolClient | undefined
    try {
      client = await standby.connect()
      if ((reached.get(client) ?? -1n) < need) {
        const { rows } = await client.query<{ replayed: string | null }>(replayProgress)
        reached.set(client, rows[0]!.replayed === null ? -1n : parseLogPosition(rows[0]!.replayed))
      }
      const now = reached.get(client) ?? -1n
      if (now >= need) {
        this.#seen = now
        return client
      }
      client.release()
    } catch (error) {
      client?.release(error as Error)
      avoid()
    }
    return null
  }
}

/**
 * The standby is unreachable, refuses a write, or cancelled the query because of a recovery conflict (40001). A timeout
 * (57014) is excluded: the statement would be as slow on the primary.
 */
const isStandbys = (error: unknown): boolean => {
  const { code } = error as { code?: string }
  return code === '40001' || (code !== '57014' && isDatabaseOutage(error))
}
