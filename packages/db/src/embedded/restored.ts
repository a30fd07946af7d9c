/**
 * Marks a restored cluster until its payments are on hold: a file inside the cluster, written before the cluster is moved
 * into place, so that no crash leaves a copy that charges customers.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

const mark = (cluster: string) => join(cluster, 'kushi-restored')

export const markRestored = (cluster: string, reason: string): Promise<void> => writeFile(mark(cluster), reason)

/** A cluster that takes the place of another is no less restored. */
export async function copyMark(from: string, to: string): Promise<void> {
  const reason = await readFile(mark(from), 'utf8').catch(() => null)
  if (reason !== null) await markRestored(to, reason)
}

/**
 * Holds the payments of all shops if the database was restored. Runs before any other part learns the database's URL.
 */
export async function holdRestored(cluster: string, url: string): Promise<void> {
  const reason = await readFile(mark(cluster), 'utf8').catch(() => null)
  if (reason === null) return
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(
      'insert into payment_hold (shop_id, reason) select id, $1 from shop on conflict (shop_id) do nothing',
      [reason],
    )
  } finally {
    await client.end()
  }
  await rm(mark(cluster), { force: true })
}
