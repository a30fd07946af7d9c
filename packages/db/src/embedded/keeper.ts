import pg from 'pg'
import { isSameFolder, type Postmaster, runsOn } from './postmaster.ts'

const lock = 'hashtext($$kushi keeper$$)'

/**
 * A connection that stands for one start of the shop. Each holds a shared lock; the last one to leave can take it
 * for itself and then stops PostgreSQL. A killed start loses its connection, so the count is right after any accident.
 * A cut connection is made anew as long as PostgreSQL runs: after the death of one of its processes it cuts them all.
 */
export type Keeper = {
  /** True if nobody else is left. */
  leave(): Promise<boolean>
  close(): Promise<void>
  /** Called when PostgreSQL itself has ended under us. */
  onLost(listener: () => void): void
}

/** Thrown where the server that answers works on another folder. */
export class WrongFolder extends Error {}

export async function keep(postmaster: Postmaster, cluster: string, password: string): Promise<Keeper> {
  const listeners: (() => void)[] = []
  let leaving = false
  let client = await connect()

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      host: postmaster.socketDir,
      user: 'postgres',
      password,
      database: 'postgres',
      application_name: 'kushi keeper',
    })
    made.on('error', () => undefined)
    try {
      await made.connect()
      const { rows } = await made.query(
        `select current_setting('data_directory') as folder, pg_advisory_lock_shared(${lock})`,
      )
      if (!(await isSameFolder(rows[0].folder, cluster))) throw new WrongFolder(rows[0].folder)
    } catch (error) {
      await made.end().catch(() => undefined)
      throw error
    }
    made.once('end', () => void reconnect())
    return made
  }

  async function reconnect(): Promise<void> {
    while (!leaving && (await runsOn(postmaster.pid, cluster))) {
      const again = await connect().catch(() => undefined)
      if (again) {
        client = again
        return
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    if (!leaving) for (const listener of listeners) listener()
  }

  return {
    onLost: (listener) => void listeners.push(listener),
    async leave() {
      leaving = true
      try {
        const sql = `select pg_advisory_unlock_shared(${lock}); select pg_try_advisory_lock(${lock}) as last`
        const results = (await client.query(sql)) as unknown as pg.QueryResult<{ last: boolean }>[]
        return results[1]!.rows[0]!.last
      } catch {
        return true
      }
    },
    async close() {
      leaving = true
      await client.end().catch(() => undefined)
    },
  }
}
