import pg from 'pg'
import { checkDatabaseUrl, explainDatabaseError } from './explain.ts'

/** Does the work over one connection without time limits. @throws SetupError if the database cannot be used */
export async function withOneConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  checkDatabaseUrl(url)
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'kushi setup' })
    client.on('error', () => undefined)
    await client.connect()
    return await work(client)
  } catch (error) {
    throw explainDatabaseError(error, url)
  } finally {
    await client?.end().catch(() => undefined)
  }
}
