import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Tx } from './connect.ts'
import { setupLock } from './migrate.ts'

/** All sources that determine the seed's contents. */
const sources = [join(import.meta.dirname, '../seed'), join(import.meta.dirname, 'seeding')]

/**
 * Fills a fresh database, once: with the data that every shop needs and, if `demo` is set, with the demo's shops. The
 * `seed` row that records it is written in the same transaction. A database that has a shop is never filled, so that
 * the owner's changes and deletions stay; later versions bring their reference data by migrations.
 */
export async function seed(client: pg.ClientBase, { demo }: { demo: boolean }): Promise<void> {
  if (!(await isFresh(client))) return
  await client.query('select pg_advisory_lock($1)', [setupLock])
  try {
    // A concurrent process may have filled it first.
    if (!(await isFresh(client))) return
    const { drizzle } = await import('drizzle-orm/node-postgres')
    await drizzle(client as pg.Client).transaction((tx) => fill(tx as unknown as Tx, demo))
  } finally {
    await client.query('select pg_advisory_unlock($1)', [setupLock])
  }
}

async function fill(tx: Tx, demo: boolean): Promise<void> {
  const [{ fillReference }, { movePastSeed }, { seed }] = await Promise.all([
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
  await movePastSeed(tx)
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
