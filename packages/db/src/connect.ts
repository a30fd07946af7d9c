import { createHash } from 'node:crypto'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export type Db = NodePgDatabase & { $client: pg.Pool }
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
/** What a query needs to know of the two. */
export type Queryable = Db | Tx

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

// For the whole module, because Drizzle asks it and not the pool. Yen and counts fit a number;
// a date is a day in Japan, which a Date would turn into an instant. Timestamps become Date,
// but in `db.execute(sql…)`, where Drizzle leaves them text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** Names of statements by their text; what comes after the first few hundred goes without one. */
const names = new Map<string, string>()
const mostNames = 500

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= mostNames) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** Names every statement with parameters, so that PostgreSQL plans it once for each connection and not each time. */
class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg
  override query(config: any, values?: any, callback?: any): any {
    const isPlain = typeof config === 'object' && config.text && config.name === undefined && Array.isArray(values)
    return super.query(isPlain ? { ...config, name: nameOf(config.text) } : config, values, callback)
  }
}

/** Opens no connection yet: the first query does. `DB_POOL`: connections of this process, 10 if not given. */
export function openDatabase(url: string, options: pg.PoolConfig = {}): Database {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: Number(process.env.DB_POOL) || 10,
    connectionTimeoutMillis: 10_000,
    application_name: 'kushi',
    keepAlive: true,
    ...options,
  })
  // A connection that breaks while it lies idle is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  let closing: Promise<void> | undefined
  return {
    db: drizzle(pool),
    pool,
    close: () => (closing ??= pool.end()),
  }
}
