import pg from 'pg'
import { isSameFolder, isServerOfCluster, type Postmaster } from './postmaster.ts'

const lock = 'hashtext($$kushi keeper$$)'

/**
 * A connection that represents one start of the shop. Each holds a shared advisory lock; the last one to leave can take
 * it exclusively and then stops PostgreSQL. A killed start loses its connection, so the count stays right after any
 * crash. A lost connection is reopened while PostgreSQL runs, because PostgreSQL drops all connections when one of its
 * processes dies.
 */
export type StartConnection = {
  /** True if no other start is connected. */
  leave(): Promise<boolean>
  close(): Promise<void>
  /** Called when PostgreSQL itself has ended. */
  onLost(listener: () => void): void
}

/** Thrown if the server that answers works on another folder. */
export class WrongFolderError extends Error {}

/**
 * Opens the connection of one start of the shop to the running PostgreSQL.
 * @throws WrongFolderError when the server works on another folder
 */
export async function openStartConnection(
  postmaster: Postmaster,
  cluster: string,
  password: string,
): Promise<StartConnection> {
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
      if (!(await isSameFolder(rows[0].folder, cluster))) throw new WrongFolderError(rows[0].folder)
    } catch (error) {
      await made.end().catch(() => undefined)
      throw error
    }
    made.once('end', () => void reconnect())
    return made
  }

  async function reconnect(): Promise<void> {
    while (!leaving && (await isServerOfCluster(postmaster.pid, cluster))) {
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
