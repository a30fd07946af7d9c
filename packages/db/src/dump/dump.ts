import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { withOneConnection } from '../one-connection.ts'
import {
  countAndDigestRows,
  type DatabaseContents,
  type DumpedTable,
  fixedOutputFormatSql,
  readDatabaseContents,
  readTableRows,
} from './contents.ts'

/** `dump.json` in the folder of a dump; the rows of a table are in `<table>.copy.gz` beside it. */
export interface DumpManifest extends Omit<DatabaseContents, 'tables'> {
  format: 1
  made_at: string
  postgres: string
  tables: DumpedTable[]
}

/**
 * Writes all rows of a database, as they are at one moment, into a new folder, which has its name only when it is
 * complete. Customers go on meanwhile. `load` reads it into any PostgreSQL.
 */
export async function dumpDatabase(url: string, folder: string): Promise<DumpManifest> {
  await mkdir(dirname(folder), { recursive: true })
  const part = await mkdtemp(`${folder}-part-`)
  try {
    const manifest = await withOneConnection(url, (client) => writeRows(client, part))
    await writeFile(join(part, 'dump.json'), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
    await rename(part, folder)
    return manifest
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

async function writeRows(client: pg.ClientBase, folder: string): Promise<DumpManifest> {
  const made_at = new Date().toISOString()
  await client.query(fixedOutputFormatSql)
  await client.query('begin transaction isolation level repeatable read read only')
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
  const contents = await readDatabaseContents(client)
  const tables: DumpedTable[] = []
  for (const table of contents.tables) {
    const { through, counted } = countAndDigestRows()
    await pipeline(
      readTableRows(client, table),
      through,
      createGzip({ level: 3 }),
      createWriteStream(join(folder, `${table.name}.copy.gz`), { mode: 0o600, flush: true }),
    )
    tables.push({ ...table, ...counted() })
  }
  await client.query('commit')
  return { format: 1, made_at, postgres: rows[0]!.version, ...contents, tables }
}
