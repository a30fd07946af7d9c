/**
 * Brings a database up to date: tables, then data.
 *
 *     DATABASE_URL=postgres://… node packages/db/src/setup.ts
 */
import pg from 'pg'
import { checkUrl, explain } from './explain.ts'
import { migrate } from './migrate.ts'
import { seed } from './seed.ts'
import { SetupError } from './setup-error.ts'

export async function setUp(url: string): Promise<void> {
  checkUrl(url)
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'kushi setup' })
    client.on('error', () => undefined)
    await client.connect()
    await migrate(client)
    await seed(client)
  } catch (error) {
    throw explain(error, url)
  } finally {
    await client?.end().catch(() => undefined)
  }
}

if (import.meta.main) {
  try {
    const url = process.env.DATABASE_URL
    if (!url) throw new SetupError('DATABASE_URL is not set.')
    await setUp(url)
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error)
    process.exitCode = 1
  }
}
