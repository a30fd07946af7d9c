import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Tx } from './connect.ts'
import { setupLock } from './migrate.ts'

/** Everything that decides what is seeded. */
const sources = [join(import.meta.dirname, '../seed'), join(import.meta.dirname, 'seeding')]

/**
 * Fills in what is missing and leaves alone what is there: a stock that was sold from, a price that was changed.
 * The same data are filled in only once, so that what was deleted stays deleted, and the next start asks one question.
 */
export async function seed(client: pg.ClientBase): Promise<void> {
  const version = await seedVersion()
  if (await isSeeded(client, version)) return
  await client.query('select pg_advisory_lock($1)', [setupLock])
  try {
    const { drizzle } = await import('drizzle-orm/node-postgres')
    await drizzle(client as pg.Client).transaction((tx) => fill(tx as unknown as Tx))
    await client.query(
      `insert into sandbox_setting (name, value) values ('seed', $1) on conflict (name) do update set value = excluded.value`,
      [JSON.stringify(version)],
    )
  } finally {
    await client.query('select pg_advisory_unlock($1)', [setupLock])
  }
}

async function fill(tx: Tx): Promise<void> {
  const [shops, delivery, catalogue, contents, members] = await Promise.all([
    import('./seeding/shops.ts'),
    import('./seeding/delivery.ts'),
    import('./seeding/catalogue.ts'),
    import('./seeding/contents.ts'),
    import('./seeding/members.ts'),
  ])
  await shops.seedShops(tx)
  await delivery.seedDelivery(tx)
  await catalogue.seedCatalogue(tx)
  await contents.seedContents(tx)
  await members.seedMembers(tx)
}

async function isSeeded(client: pg.ClientBase, version: string): Promise<boolean> {
  const { rows } = await client.query(`select value from sandbox_setting where name = 'seed'`)
  return rows[0]?.value === version
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
