import { createReadStream } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { hideUrlPassword } from '../explain.ts'
import { migrate, ownMigrations, setupLock } from '../migrate.ts'
import { withOneConnection } from '../one-connection.ts'
import { SetupError } from '../setup-error.ts'
import {
  type CopiedTable,
  countAndDigestRows,
  type DatabaseContents,
  fixedOutputFormatSql,
  quoteIdentifier,
  readTableRows,
  type TableDigest,
} from './contents.ts'
import { writeCopyStream } from './copy.ts'
import type { DumpManifest } from './dump.ts'

/** The folders of migrations: of the shop and of each extension, by the table that records which were made. */
export type MigrationFolders = Readonly<Record<string, string>>

export const shopMigrations: MigrationFolders = { [ownMigrations.table]: ownMigrations.folder }

/** The data to load: the contents, and a reader of each table's rows. */
export interface LoadSource extends DatabaseContents {
  rows(table: CopiedTable): Readable
  /** The number and hash that the rows must have, if known before they are read. */
  expected(table: CopiedTable): TableDigest | undefined
}

export interface LoadReport {
  tables: number
  rows: number
}

/** Reads the folder that `dump` wrote. @throws SetupError */
export async function readDumpFolder(folder: string): Promise<LoadSource & { made_at: string }> {
  const manifest = await readFile(join(folder, 'dump.json'), 'utf8').then(
    (text) => JSON.parse(text) as DumpManifest,
    () => undefined,
  )
  if (manifest?.format !== 1) throw new SetupError(`${folder} is no folder that dump made.`)
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  return {
    ...manifest,
    expected: ({ name }) => tables.get(name),
    rows({ name }) {
      const file = createReadStream(join(folder, `${name}.copy.gz`))
      const text = createGunzip()
      file.once('error', (error) => text.destroy(error))
      return file.pipe(text)
    },
  }
}

export interface LoadOptions {
  /** Why nothing is charged in the loaded shops until `resume`; null: nothing can have happened elsewhere meanwhile. */
  hold: string | null
  folders?: MigrationFolders | undefined
}

/**
 * Fills an empty database with all rows of `source` in one transaction, using the tables of the source's version.
 * Compares each table with the source's digest, then migrates to this version. After a failure the database has no row.
 */
export function loadDatabase(
  url: string,
  source: LoadSource,
  { hold, folders = shopMigrations }: LoadOptions,
): Promise<LoadReport> {
  return withOneConnection(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [setupLock])
    await checkEmpty(client, url)
    for (const [table, done] of Object.entries(source.migrations)) await migrateTo(client, table, done, folders)
    await client.query(fixedOutputFormatSql)
    const rows = await inTransaction(client, () => putRows(client, source, hold))
    await client.query('reset all')
    for (const [table, folder] of Object.entries(folders)) await migrate(client, { folder, table })
    await client.query('analyze')
    return { tables: source.tables.length, rows }
  })
}

async function checkEmpty(client: pg.ClientBase, url: string): Promise<void> {
  const { rows } = await client.query<{ tables: number; known: boolean }>(
    `select count(*)::int as tables, to_regclass('public.shop') is not null as known
     from pg_tables where schemaname = 'public'`,
  )
  const { tables, known } = rows[0]!
  const isEmpty = tables === 0 || (known && (await client.query('select from shop limit 1')).rowCount === 0)
  if (!isEmpty)
    throw new SetupError(
      `${hideUrlPassword(url)} is not empty: make a new database (createdb), and load into that one.`,
    )
}

/** Makes the tables as they were when these migrations were done. */
async function migrateTo(
  client: pg.ClientBase,
  table: string,
  done: readonly number[],
  folders: MigrationFolders,
): Promise<void> {
  const folder = folders[table]
  if (!folder) throw new SetupError(`The dump has tables of ${table}, an extension that is not installed here.`)
  const journal = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[]
  }
  const known = journal.entries.slice(0, done.length).map(({ when }) => when)
  if (known.join() !== done.join())
    throw new SetupError(
      'The dump is of a newer version, or of one that was never released: load it with that version.',
    )
  const part = await mkdtemp(join(tmpdir(), 'kushi-migrations-'))
  try {
    await cp(folder, part, { recursive: true })
    const entries = journal.entries.slice(0, done.length)
    await writeFile(join(part, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
    if (entries.length > 0) await migrate(client, { folder: part, table })
  } finally {
    await rm(part, { recursive: true })
  }
}

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function putRows(client: pg.ClientBase, source: LoadSource, hold: string | null): Promise<number> {
  // Migrations may have written rows that the source has too.
  const names = source.tables.map(({ name }) => `public.${quoteIdentifier(name)}`)
  if (names.length > 0) await client.query(`truncate ${names.join(', ')}`)
  const { rows: keys } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { drop } of keys) await client.query(drop)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  let rows = 0
  for (const table of source.tables) rows += await putTable(client, source, table)
  for (const [name, last] of Object.entries(source.sequences))
    await client.query('select setval($1::text::regclass, $2, $3)', [
      `public.${quoteIdentifier(name)}`,
      last ?? 1,
      last !== null,
    ])
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { add } of keys) await client.query(add)
  if (hold !== null)
    await client.query(
      'insert into payment_hold (shop_id, reason) select id, $1 from shop on conflict (shop_id) do nothing',
      [hold],
    )
  return rows
}

async function putTable(client: pg.ClientBase, source: LoadSource, table: CopiedTable): Promise<number> {
  const { name, columns } = table
  const sent = countAndDigestRows()
  const from = source.rows(table)
  from.once('error', (error) => sent.through.destroy(error))
  await writeCopyStream(
    client,
    `copy public.${quoteIdentifier(name)} (${columns.join(', ')}) from stdin`,
    from.pipe(sent.through),
  ).catch((error: Error) => {
    throw new SetupError(`The table ${name} can't be loaded (${error.message}). Nothing was changed.`)
  })
  const expected = source.expected(table)
  if (expected && expected.sha256 !== sent.counted().sha256)
    throw new SetupError(
      `The rows of ${name} are not those that were dumped: the file is damaged. Nothing was changed.`,
    )
  const { rows, sha256 } = sent.counted()
  const found = countAndDigestRows()
  for await (const _ of readTableRows(client, table).pipe(found.through));
  if (found.counted().sha256 !== sha256)
    throw new SetupError(`The rows of ${name} are not read as they were written. Nothing was changed.`)
  return rows
}
