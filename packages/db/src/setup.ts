/**
 * Migrates a database, then fills a fresh one with the data that every shop needs.
 *
 *     DATABASE_URL=postgres://… node packages/db/src/setup.ts
 *
 * If DATABASE_URL leads to a pooler, DATABASE_DIRECT_URL must bypass it: migrations run under a session lock.
 */
import pg from 'pg'
import { distribute } from './distribute.ts'
import { checkUrl, explain } from './explain.ts'
import { migrate } from './migrate.ts'
import { seed } from './seed.ts'
import { SetupError } from './setup-error.ts'

export type SetUpOptions = {
  /** Also fills a fresh database with the demo's shops. Does nothing to a database that has a shop. */
  demo: boolean
}

export const setUp = (url: string, { demo }: SetUpOptions = { demo: false }): Promise<void> =>
  connected(url, async (client) => {
    await migrate(client)
    await seed(client, { demo })
  })

/** The same, with the shops distributed over the machines of a Citus cluster. */
export const setUpDistributed = (url: string, say: (what: string) => void): Promise<void> =>
  connected(url, async (client) => {
    await migrate(client)
    await seed(client, { demo: false })
    await distribute(client, say)
  })

/** Migrates the tables of an extension from its own folder of migrations. */
export const setUpExtension = (url: string, { name, folder }: { name: string; folder: string }): Promise<void> =>
  connected(url, (client) => migrate(client, { folder, table: `extension_${name}` }))

async function connected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  checkUrl(url)
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'kushi setup' })
    client.on('error', () => undefined)
    await client.connect()
    await checkVersion(client)
    await work(client)
  } catch (error) {
    throw explain(error, url)
  } finally {
    await client?.end().catch(() => undefined)
  }
}

/** The oldest PostgreSQL version that is tested. */
const oldest = 14

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as version`)
  if (rows[0].version < oldest)
    throw new SetupError(`DATABASE_URL leads to PostgreSQL ${rows[0].version}; Kushi needs ${oldest} or later.`)
}

if (import.meta.main) {
  try {
    const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL
    if (!url) throw new SetupError('DATABASE_URL is not set.')
    await setUp(url)
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    process.exitCode = 1
  }
}
