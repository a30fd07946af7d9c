import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

const folder = join(import.meta.dirname, '../migrations')

/** Number of the lock under which one process at a time changes tables and seed. */
export const setupLock = 7_568_341

/** Brings the tables up to date. One query when they are; safe when several processes start at once. */
export async function migrate(client: pg.ClientBase): Promise<void> {
  if (await isCurrent(client)) return
  await client.query('select pg_advisory_lock($1)', [setupLock])
  try {
    // Loaded only here: it takes a third of a second, which every start would wait for.
    const { drizzle } = await import('drizzle-orm/node-postgres')
    const { migrate: runMigrations } = await import('drizzle-orm/node-postgres/migrator')
    await runMigrations(drizzle(client as pg.Client), { migrationsFolder: folder })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [setupLock])
  }
}

/** Whether the tables are those of this version, or newer. */
export async function isCurrent(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const journal = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  const newest = journal.entries.at(-1)!.when
  const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as name`)
  if (!rows[0].name) return false
  const done = await client.query('select 1 from drizzle.__drizzle_migrations where created_at >= $1 limit 1', [newest])
  return done.rowCount === 1
}
