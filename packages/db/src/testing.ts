/**
 * A database for one test file, migrated and filled with the demo, in a few dozen milliseconds.
 *
 *     import { testDatabase } from '@kushi/db/testing'
 *
 *     const database = await testDatabase()      // once, at the top of the file
 *     afterAll(database.close)                    // drops it
 *     await database.db.select().from(product)    // also .pool, and .url for listen() or a server process
 *
 * Vitest's global set-up (testing-server.ts) starts one PostgreSQL for all runs on the machine and creates a template,
 * named after the migrations and the seed; every call clones it. A change of either creates a new template.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, jobTimeouts, openDatabase } from './connect.ts'
import { setUp } from './setup.ts'

export type TestDatabase = Database & { url: string }

/**
 * Set by the global set-up: the server (all servers of a cluster, the coordinator first), and the database to clone.
 */
export const testServer = { url: 'KUSHI_TEST_SERVER', template: 'KUSHI_TEST_TEMPLATE' }

/** Without the demo it is in the state of a new shop, and takes a second to create. */
export async function testDatabase({ demo }: { demo: boolean } = { demo: true }): Promise<TestDatabase> {
  const server = process.env[testServer.url]
  const template = process.env[testServer.template]
  if (!server || !template) throw new Error('testDatabase() works inside vitest only, where the global set-up has run.')
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`
  const servers = server.split(' ')
  for (const one of servers)
    await administer(one, `create database ${name}${demo ? ` template ${template} strategy file_copy` : ''}`)
  const url = databaseUrl(servers[0]!, name)
  if (!demo) await setUp(url)
  // A cluster on one machine is slow to empty tables.
  const database = openDatabase(url, servers.length > 1 ? jobTimeouts : {})
  const cache = new TestCache()
  testCaches.set(database.db, cache)
  // A connection that listens hears of its own change before the answer to it.
  database.pool.on('connect', (client) => {
    client.on('notification', () => cache.clear())
    void client.query('listen catalogue')
  })
  return {
    ...database,
    url,
    async close() {
      await database.close()
      for (const one of servers) await administer(one, `drop database if exists ${name} with (force)`)
    },
  }
}

const testCaches = new WeakMap<object, TestCache>()

/** The cache of a test database, as a server has one; undefined for a database that a test opened by itself. */
export const testCacheOf = (db: object): TestCache | undefined => testCaches.get(db)

class TestCache {
  readonly #kept = new Map<string, unknown>()
  #generation = 0

  async get<T>(key: string, load: () => Promise<T>): Promise<T> {
    if (this.#kept.has(key)) return this.#kept.get(key) as T
    const generation = this.#generation
    const value = await load()
    if (generation === this.#generation) this.#kept.set(key, value)
    return value
  }

  clear(): void {
    this.#generation += 1
    this.#kept.clear()
  }
}

/**
 * Empties tables and all that refer to them, as `truncate … cascade` does but by one `delete`: with few rows that costs a
 * fiftieth, because no file of a table or an index is made anew. `restart` begins their numbers again at 1.
 */
export async function emptyTables(pool: pg.Pool, tables: string, { restart = false } = {}): Promise<void> {
  const isCluster = process.env[testServer.url]?.includes(' ')
  if (isCluster) return void (await pool.query(`truncate ${tables} ${restart ? 'restart identity' : ''} cascade`))
  const statement = emptying.get(`${tables} ${restart}`) ?? (await statementFor(pool, tables.split(', '), restart))
  emptying.set(`${tables} ${restart}`, statement)
  await pool.query(statement)
}

/** By what it empties; every clone has the same tables. */
const emptying = new Map<string, string>()

async function statementFor(pool: pg.Pool, tables: string[], restart: boolean): Promise<string> {
  const { rows } = await pool.query<{ name: string; sequence: string | null }>(
    `with recursive emptied as (
      select unnest($1::text[])::regclass::oid as id
      union select conrelid from pg_constraint join emptied on confrelid = id where contype = 'f')
    select id::regclass::text as name, (select d.objid::regclass::text from pg_depend d join pg_class c on c.oid = d.objid
      where d.refobjid = id and d.deptype in ('a', 'i') and c.relkind = 'S') as sequence from emptied`,
    [tables],
  )
  const numbers = restart ? rows.filter(({ sequence }) => sequence) : []
  // One statement: foreign keys are checked at its end, in whatever order it deletes.
  const names = rows.map(({ name }) => name)
  // Balances are the sum of entries.
  const sums = names.includes('point_entry') && !names.includes('point_account') ? ['point_account'] : []
  const deletes = [...names, ...sums].map((name, n) => `d${n} as (delete from ${name})`)
  return `with ${deletes.join(', ')} select ${numbers.map(({ sequence }) => `setval('${sequence}', 1, false)`).join(', ')}`
}

/** `url` with another database. */
export const databaseUrl = (url: string, name: string) => url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)

export async function administer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(url, 'postgres') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
