import type pg from 'pg'
import { isOutage } from '../outage.ts'
import { position } from './position.ts'

export interface Reading {
  primary: pg.Pool
  standby: pg.Pool
  /** How far a connection's server has come, as far as is known: it only goes on. */
  reached: WeakMap<pg.PoolClient, bigint>
  /** How far it has to have come; null: it may not be asked now. */
  needed(): bigint | null
  /** It failed: nobody asks it for a while. */
  avoid(): void
}

/** `replayed` is null where the server is no standby: a primary that was left alone would never be behind. */
const question = 'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as replayed'

/**
 * The standby for one who reads, statement by statement; the primary where that has not come far enough, does not answer, or gives the
 * statement up. It stays with the primary from then on, and with what it has seen: no screen goes back in time. Transactions are the
 * primary's. Drizzle knows a pool by that word in the name of its class.
 */
export class ReadingPool {
  isFromPrimary = false
  readonly #reading: Reading
  #seen = 0n

  constructor(reading: Reading) {
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
        if (isOutage(error)) {
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
        const { rows } = await client.query<{ replayed: string | null }>(question)
        reached.set(client, rows[0]!.replayed === null ? -1n : position(rows[0]!.replayed))
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

/** It is gone, writes nothing, or has to go on with what the primary cleaned up (40001). What takes too long does so at the primary too. */
const isStandbys = (error: unknown): boolean => {
  const { code } = error as { code?: string }
  return code === '40001' || (code !== '57014' && isOutage(error))
}
