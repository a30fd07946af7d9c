import pg from 'pg'

const lock = 'hashtext($$kushi keeper$$)'

/**
 * A connection that stands for one start of the shop. Each holds a shared lock; the last one to leave can take it
 * for itself and then stops PostgreSQL. A killed start loses its connection, so the count is right after any accident.
 */
export type Keeper = {
  /** True if nobody else is left. */
  leave(): Promise<boolean>
  close(): Promise<void>
  /** Called when PostgreSQL ends under us. */
  onLost(listener: () => void): void
}

export async function keep(socketDir: string): Promise<Keeper> {
  const client = new pg.Client({
    host: socketDir,
    user: 'kushi',
    database: 'postgres',
    application_name: 'kushi keeper',
  })
  const listeners: (() => void)[] = []
  let leaving = false
  client.on('error', () => undefined)
  client.on('end', () => {
    if (!leaving) for (const listener of listeners) listener()
  })
  try {
    await client.connect()
    await client.query(`select pg_advisory_lock_shared(${lock})`)
    const { rowCount } = await client.query(`select from pg_database where datname = 'kushi'`)
    if (!rowCount) await client.query('create database kushi').catch(ignoreDuplicate)
  } catch (error) {
    leaving = true
    await client.end().catch(() => undefined)
    throw error
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

/** Two first starts at once: the other one made it. */
function ignoreDuplicate(error: { code?: string }): void {
  if (error.code !== '42P04' && error.code !== '23505') throw error
}
