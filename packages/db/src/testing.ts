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
import { type Database, jobPatience, openDatabase } from './connect.ts'
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
  const database = openDatabase(url, servers.length > 1 ? jobPatience : {})
  return {
    ...database,
    url,
    async close() {
      await database.close()
      for (const one of servers) await administer(one, `drop database if exists ${name} with (force)`)
    },
  }
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
