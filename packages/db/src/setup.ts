/**
 * Migrates a database, then fills a fresh one with the data that every shop needs.
 *
 *     DATABASE_URL=postgres://… node packages/db/src/setup.ts
 *
 * If DATABASE_URL leads to a pooler, DATABASE_DIRECT_URL must bypass it: migrations run under a session lock.
 */

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { shopCommand } from './command-hints.ts'
import type { Tx } from './connect.ts'
import { distributeShops } from './distribute.ts'
import { migrate, setupLock } from './migrate.ts'
import { withOneConnection } from './one-connection.ts'
import { SetupError } from './setup-error.ts'

/** All sources that determine the seed's contents. */
const sources = [join(import.meta.dirname, '../seed'), join(import.meta.dirname, 'seeding')]

/**
 * Fills a fresh database, once: with the data that every shop needs and, if `demo` is set, with the demo's shops. The
 * `seed` row that records it is written in the same transaction. A database that has a shop is never filled, so that
 * the owner's changes and deletions stay; later versions bring their reference data by migrations.
 */
async function seed(client: pg.ClientBase, { demo }: { demo: boolean }): Promise<boolean> {
  if (!(await isFresh(client))) return false
  await client.query('select pg_advisory_lock($1)', [setupLock])
  try {
    // A concurrent process may have filled it first.
    if (!(await isFresh(client))) return false
    const { drizzle } = await import('drizzle-orm/node-postgres')
    await drizzle(client as pg.Client).transaction((tx) => fill(tx as unknown as Tx, demo))
    return true
  } finally {
    await client.query('select pg_advisory_unlock($1)', [setupLock])
  }
}

async function fill(tx: Tx, demo: boolean): Promise<void> {
  const [{ fillReference }, { skipSeededIds }, { seed }] = await Promise.all([
    import('./seeding/reference.ts'),
    import('./seeding/sequences.ts'),
    import('./schema/system.ts'),
  ])
  await fillReference(tx)
  await tx.insert(seed).values({ name: 'reference' })
  if (demo) {
    const { fillDemo } = await import('./seeding/demo.ts')
    await fillDemo(tx)
    await tx.insert(seed).values({ name: 'demo' })
  }
  await skipSeededIds(tx)
}

async function isFresh(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    'select not exists (select 1 from seed) and not exists (select 1 from shop) as is_fresh',
  )
  return rows[0].is_fresh
}

/** Changes with any byte of the data. */
export async function seedVersion(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of sources) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    for (const file of files.sort()) hash.update(`${file.slice(folder.length)}\0`).update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 16)
}

export type SetUpOptions = {
  /** Also fills a fresh database with the demo's shops. Does nothing to a database that has a shop. */
  demo: boolean
}

export interface SetUpResult {
  migrations: string[]
  /** The database was fresh, and has the data that every shop needs now. */
  isFilled: boolean
}

export const setUp = (url: string, { demo }: SetUpOptions = { demo: false }): Promise<SetUpResult> =>
  connected(url, async (client) => ({ migrations: await migrate(client), isFilled: await seed(client, { demo }) }))

/** Sets up a database whose shops are distributed over the machines of a Citus cluster. */
export const setUpDistributed = (url: string, say: (what: string) => void): Promise<void> =>
  connected(url, async (client) => {
    await migrate(client)
    await seed(client, { demo: false })
    await distributeShops(client, say)
  })

/** Migrates the tables of an extension from its own folder of migrations. */
export const setUpExtension = (url: string, { name, folder }: { name: string; folder: string }): Promise<void> =>
  connected(url, async (client) => void (await migrate(client, { folder, table: `extension_${name}` })))

const connected = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withOneConnection(url, async (client) => {
    await checkVersion(client)
    return work(client)
  })

/** The oldest PostgreSQL version that is tested. */
const oldest = 14

async function checkVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as version`)
  if (rows[0].version < oldest)
    throw new SetupError(`DATABASE_URL leads to PostgreSQL ${rows[0].version}; Kushi needs ${oldest} or later.`)
}

function sentenceOf({ migrations, isFilled }: SetUpResult): string {
  if (migrations.length === 0) return 'Nothing to do: the tables are of this version.'
  const made = `The tables are of this version now: ${migrations.join(', ')}.`
  return isFilled ? `${made} The database was empty: ${shopCommand('init')} opens a shop in it.` : made
}

if (import.meta.main) {
  try {
    const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL
    if (!url) throw new SetupError('DATABASE_URL is not set.')
    console.log(sentenceOf(await setUp(url)))
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    process.exitCode = 1
  }
}
