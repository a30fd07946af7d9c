/**
 * The record of a released version: its migrations, and its filled tables. From 0.2.0 on each tagged version keeps a
 * file in `packages/db/releases`, and a test upgrades it to the current tables.
 *
 *     DATA_DIR=/tmp/filled node packages/db/src/releases.ts 0.2.0      at the tag, beside a demo with its orders that runs there
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import { findEmbedded } from './embedded.ts'

export interface Release {
  /** In order. A released migration never changes. */
  migrations: { tag: string; when: number; sha256: string }[]
  /** Rows as JSON, by table. */
  tables: Record<string, object[]>
}

/** Folder of the records of released versions. */
export const RELEASES_FOLDER = join(import.meta.dirname, '../releases')

/** Reads the migrations of a folder. */
export async function migrationsOf(folder: string): Promise<Release['migrations']> {
  const { entries } = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  return Promise.all(
    entries.map(async ({ tag, when }) => {
      const text = await readFile(join(folder, `${tag}.sql`))
      return { tag, when, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Reads all rows of a database, except the tables of pg-boss and of the migrations. */
export async function readTables(client: pg.ClientBase): Promise<Release['tables']> {
  const tables: Release['tables'] = {}
  for (const name of await tableNames(client)) {
    // None of our tables holds numbers beyond JavaScript's safe range.
    const { rows } = await client.query<{ row: object }>(`select row_to_json(t) as row from public.${name} t`)
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row)
  }
  return tables
}

export async function tableNames(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Writes the rows into empty tables; keys and triggers are disabled until all rows are in. */
export async function writeTables(client: pg.ClientBase, tables: Release['tables']): Promise<void> {
  await client.query('begin')
  const { rows: keys } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  await client.query(keys.map((key) => key.drop).join(';'))
  for (const [name, rows] of Object.entries(tables)) {
    const { rows: known } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
       where table_schema = 'public' and quote_ident(table_name) = $1 and is_generated = 'NEVER'`,
      [name],
    )
    const { columns } = known[0]!
    await client.query(`alter table ${name} disable trigger user`)
    await client.query(
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::public.${name}, $1)`,
      [JSON.stringify(rows)],
    )
    await client.query(`alter table ${name} enable trigger user`)
  }
  await client.query(keys.map((key) => key.add).join(';'))
  await client.query('commit')
}

if (import.meta.main) {
  const version = process.argv[2]
  if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) throw new Error('Say which version, as in 0.2.0.')
  const url = process.env.DATABASE_URL || (await findEmbedded(process.env.DATA_DIR ?? 'data'))
  if (!url) throw new Error('No shop runs on DATA_DIR, and DATABASE_URL is not set.')
  const client = new pg.Client(url)
  await client.connect()
  const release: Release = {
    migrations: await migrationsOf(join(import.meta.dirname, '../migrations')),
    tables: await readTables(client),
  }
  await client.end()
  await mkdir(RELEASES_FOLDER, { recursive: true })
  await writeFile(join(RELEASES_FOLDER, `${version}.json.gz`), await promisify(gzip)(JSON.stringify(release)))
}
