import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import type pg from 'pg'
import { SetupError } from '../setup-error.ts'
import { readCopyStream } from './copy.ts'

/** A table to copy. `order`: the columns that sort its rows, the same on every server and in every locale. */
export interface CopiedTable {
  name: string
  columns: string[]
  order: string[]
}

/** A table in a dump, with the number and the digest of its rows. */
export interface DumpedTable extends CopiedTable {
  rows: number
  /** Of the rows as PostgreSQL's `copy` writes them. */
  sha256: string
}

/** The contents of a dump besides rows: migrations, tables and sequences. */
export interface DatabaseContents {
  /** The times of the applied migrations, by their table (`__drizzle_migrations`, `extension_…`). */
  migrations: Record<string, number[]>
  tables: CopiedTable[]
  /** The last number of each sequence; null: it gave none yet. */
  sequences: Record<string, number | null>
}

/**
 * Reads which tables and sequences have to be copied. Runs in the transaction that copies them. The job queue's tables
 * are left out, because they are created anew.
 */
export async function readDatabaseContents(client: pg.ClientBase): Promise<DatabaseContents> {
  const { rows: records } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'drizzle' order by 1`,
  )
  const migrations: DatabaseContents['migrations'] = {}
  for (const { name } of records) {
    const { rows } = await client.query<{ at: string }>(
      `select created_at as at from drizzle.${quoteIdentifier(name)} order by created_at`,
    )
    migrations[name] = rows.map(({ at }) => Number(at))
  }
  const { rows: tables } = await client.query<CopiedTable>(
    `select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns,
            array(select quote_ident(k.attname) || case when k.attcollation <> 0 then ' collate "C"' else '' end
              from pg_index i cross join unnest(i.indkey) with ordinality as part (attnum, nth)
              join pg_attribute k on k.attrelid = c.oid and k.attnum = part.attnum
              where i.indrelid = c.oid and i.indisprimary order by part.nth) as "order"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by c.oid, c.relname order by c.relname`,
  )
  if (!tables.some(({ name }) => name === 'shop'))
    throw new SetupError('There is no shop in this database: nothing can be copied from it.')
  const { rows: numbers } = await client.query<{ name: string; last: string | null }>(
    `select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`,
  )
  const sequences = Object.fromEntries(numbers.map(({ name, last }) => [name, last === null ? null : Number(last)]))
  return { migrations, tables, sequences }
}

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`

/** All rows of a table. */
export function readTableRows(client: pg.ClientBase, { name, columns, order }: CopiedTable): Readable {
  const sorted = order.length > 0 ? ` order by ${order.join(', ')}` : ''
  return readCopyStream(
    client,
    `copy (select ${columns.join(', ')} from public.${quoteIdentifier(name)}${sorted}) to stdout`,
  )
}

/**
 * Statements that fix PostgreSQL's output formats. The same value then has the same text, whatever the server, role or
 * database.
 */
export const fixedOutputFormatSql = `set datestyle = 'ISO'; set timezone = 'UTC'; set intervalstyle = 'postgres';
  set bytea_output = 'hex'; set extra_float_digits = 1; set client_encoding = 'UTF8'`

export interface TableDigest {
  rows: number
  sha256: string
}

/** Passes rows on unchanged. After the last row, `counted` returns their number and their SHA-256. */
export function countAndDigestRows(): { through: Transform; counted(): TableDigest } {
  const hash = createHash('sha256')
  let rows = 0
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      // In PostgreSQL's text format a line feed inside of a value is written as \n.
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows++
      done(null, chunk)
    },
  })
  // Whoever reads it gets the error, also one that comes before the reading begins.
  through.on('error', () => undefined)
  const digest = lazy(() => hash.digest('hex'))
  return { through, counted: () => ({ rows, sha256: digest() }) }
}

/** A hash gives its digest once. */
function lazy(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}
