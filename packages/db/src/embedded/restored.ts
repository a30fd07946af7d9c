/**
 * Keeps the payments of a restored shop on hold. A restored cluster is marked until its payments are on hold: a file
 * inside the cluster, written before the cluster is moved into place, so that no crash leaves a copy that charges
 * customers.
 */
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

const mark = (cluster: string) => join(cluster, 'kushi-restored')

/** Records in the cluster's folder that it was restored, and why. */
export const markClusterRestored = (cluster: string, reason: string): Promise<void> => writeFile(mark(cluster), reason)

/**
 * Where the cluster lies, by what no copy keeps: the numbers of its files. A cluster that was moved to another disk or
 * machine counts as a copy too, since nobody here knows whether the first one still charges.
 */
async function placeOf(cluster: string): Promise<string> {
  const files = await Promise.all(['.', 'base', 'global'].map((name) => stat(join(cluster, name), { bigint: true })))
  return files.map(({ ino }) => ino).join(' ')
}

const placeFile = (cluster: string) => join(cluster, 'kushi-place')

async function whyHeld(cluster: string, place: string): Promise<string | null> {
  const restored = await readFile(mark(cluster), 'utf8').catch(() => null)
  if (restored !== null) return restored
  const before = await readFile(placeFile(cluster), 'utf8').catch(() => place)
  return before === place ? null : `its folder is a copy, found at ${new Date().toISOString()}`
}

/** Copies the mark of a restored database from a cluster to the one that replaces it. */
export async function copyClusterRestoredMark(from: string, to: string): Promise<void> {
  const reason = await whyHeld(from, await placeOf(from))
  if (reason !== null) await markClusterRestored(to, reason)
}

/**
 * Holds the payments of all shops if the database was restored, or is a copy of a folder, and returns the reason. Runs
 * before any other part learns the database's URL.
 */
export async function holdPaymentsAfterRestore(cluster: string, url: string): Promise<string | null> {
  const place = await placeOf(cluster)
  const reason = await whyHeld(cluster, place)
  const isHeld = reason !== null && (await holdAll(url, reason))
  await writeFile(placeFile(cluster), place)
  await rm(mark(cluster), { force: true })
  return isHeld ? reason : null
}

/** False for a database that has no shop yet. */
async function holdAll(url: string, reason: string): Promise<boolean> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query(`select to_regclass('public.payment_hold') is not null as known`)
    if (!rows[0].known) return false
    await client.query(
      'insert into payment_hold (shop_id, reason) select id, $1 from shop on conflict (shop_id) do nothing',
      [reason],
    )
    return true
  } finally {
    await client.end()
  }
}
