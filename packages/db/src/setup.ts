/**
 * Brings a database up to date: tables, then, in a fresh one, what every shop needs.
 *
 *     DATABASE_URL=postgres://… node packages/db/src/setup.ts
 *
 * Where that is a pooler, DATABASE_DIRECT_URL leads past it: tables are made under a lock that a session holds.
 */
import pg from 'pg'
import { distribute } from './distribute.ts'
import { checkUrl, explain } from './explain.ts'
import { migrate } from './migrate.ts'
import { seed } from './seed.ts'
import { SetupError } from './setup-error.ts'

export type SetUpOptions = {
  /** Fill a fresh database with the demo's shops too. Never does anything to one that holds a shop. */
  demo: boolean
}

export const setUp = (url: string, { demo }: SetUpOptions = { demo: false }): Promise<void> =>
  connected(url, async (client) => {
    await migrate(client)
    await seed(client, { demo })
  })

/** The same, with the shops spread over the machines of a Citus cluster. */
export const setUpDistributed = (url: string, say: (what: string) => void): Promise<void> =>
  connected(url, async (client) => {
    await migrate(client)
    await seed(client, { demo: false })
    await distribute(client, say)
  })

/** The tables of an extension, which has a folder of migrations of its own. */
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

/** The oldest that is tried. */
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
