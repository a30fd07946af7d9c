import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { isSchemaCurrent, migrate } from './migrate.ts'
import { SetupError } from './setup-error.ts'
import { testDatabase } from './testing.ts'
import { eventually } from './testing-eventually.ts'

const database = await testDatabase()
const folder = await mkdtemp(join(tmpdir(), 'kushi-migrations-'))
const clients = await Promise.all([1, 2, 3].map(() => new pg.Client(database.url).connect()))
const [migrating, reader, customer] = clients as [pg.Client, pg.Client, pg.Client]
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await database.close()
  await rm(folder, { recursive: true })
})

await cp(join(import.meta.dirname, '../migrations'), folder, { recursive: true })
async function addMigration(tag: string, ...statements: string[]): Promise<void> {
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
  await writeFile(file, JSON.stringify(journal))
  await writeFile(join(folder, `${tag}.sql`), statements.join('--> statement-breakpoint\n'))
}
/** The next version: adds a column to a table that is full and in use. */
await addMigration('next', 'ALTER TABLE "product_sku" ADD COLUMN "next_version" text;')
const quick = { folder, lockMs: 50, pauseMs: 20 }
const columns = async () =>
  (await database.pool.query(`select 1 from information_schema.columns where column_name = 'next_version'`)).rowCount

test('a change gives way to a long transaction, and customers behind it continue', async () => {
  await reader.query('begin')
  await reader.query('select from product_sku')
  const refused: unknown = await migrate(migrating, { ...quick, tries: 2 }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SetupError)
  expect(await columns()).toBe(0)
  const coming = migrate(migrating, { ...quick, tries: 1_000 })
  // If this query were queued behind the migration, it would exceed the timeout.
  await customer.query(`set statement_timeout = '5s'`)
  for (let n = 0; n < 20; n++) await customer.query('update product_sku set stock = stock where id = 101')
  expect(await columns()).toBe(0)
  await reader.query('commit')
  await coming
  expect(await columns()).toBe(1)
})

test('existing rows stay, an older version still finds its tables, and nothing is left behind', async () => {
  expect([await isSchemaCurrent(migrating), await isSchemaCurrent(migrating, folder)]).toEqual([true, true])
  const { rows } = await migrating.query(
    'select count(*) > 20 as filled, current_setting($1) as limit from product_sku',
    ['lock_timeout'],
  )
  expect(rows).toEqual([{ filled: true, limit: '0' }])
  const locks = await migrating.query(
    `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  )
  expect(locks.rowCount).toBe(0)
})

test('a migration that deadlocks with a running transaction gives way and is tried again', async () => {
  await addMigration(
    'after_next',
    'ALTER TABLE "product_sku" ADD COLUMN "after_next" text;',
    'ALTER TABLE "product" ADD COLUMN "after_next" text;',
  )
  await reader.query('begin')
  await reader.query('update product set sort_no = sort_no where shop_id = 2 and id = 1')
  const coming = migrate(migrating, { folder, pauseMs: 20 })
  const waits = `select from pg_locks where relation = 'product'::regclass and not granted`
  await eventually(async () => expect((await customer.query(waits)).rowCount).toBe(1))
  // PostgreSQL cancels the transaction that has waited for one second first: the migration.
  await setTimeout(500)
  await reader.query('update product_sku set stock = stock where shop_id = 2 and id = 101')
  await reader.query('commit')
  await coming
  const { rowCount } = await customer.query(`select from information_schema.columns where column_name = 'after_next'`)
  expect(rowCount).toBe(2)
})
