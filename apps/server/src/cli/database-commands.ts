/** Commands that bring the data of a shop elsewhere, and that look into its database. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { shopCommand } from '@kushi/db/command-hints'
import { dumpDatabase } from '@kushi/db/dump/dump'
import { liveDatabaseSource } from '@kushi/db/dump/live'
import { type LoadReport, loadDatabase, readDumpFolder } from '@kushi/db/dump/load'
import { type EmbeddedServer, findEmbedded, movedDatabaseFolder, startEmbedded } from '@kushi/db/embedded'
import { lockFolder } from '@kushi/db/embedded/folder-lock'
import { hideUrlPassword } from '@kushi/db/explain'
import { withOneConnection } from '@kushi/db/one-connection'
import type { Client, QueryResult } from 'pg'
import { directDatabaseUrl } from '../config/env.ts'
import { migrationFolders } from '../extensions/migration-folders.ts'
import { UsageError } from './command.ts'
import { findInstallation } from './installation.ts'

/** The database of DATA_DIR for the time of `work`: the one that runs, or one that is started for it. */
async function withOwn<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const running = await findEmbedded(dataDir)
  if (running) return work(running)
  return stopped(dataDir, ({ url }) => work(url))
}

/** Runs the work while no shop runs on the database and none can be started. */
async function stopped<T>(dataDir: string, work: (postgres: EmbeddedServer) => Promise<T>): Promise<T> {
  const lock = await lockFolder(dataDir, say)
  try {
    const postgres = await startEmbedded({ dataDir, folders: async () => migrationFolders, say })
    return await work(postgres).finally(() => postgres.stop())
  } finally {
    lock.release()
  }
}

const say = (line: string) => process.stderr.write(`${line}\n`)
const counted = ({ rows, tables }: LoadReport) => `${rows} rows of ${tables} tables`

/**
 * `dump <folder>`: writes all rows, as they are at one moment, into a folder that any PostgreSQL can load. Customers
 * are served meanwhile.
 */
export async function dumpShop([folder]: string[], own: NodeJS.ProcessEnv): Promise<string> {
  if (!folder) throw new UsageError('dump <folder>: where to?')
  if (existsSync(folder)) throw new UsageError(`${folder} is there already: name a new folder.`)
  const { dataDir } = await findInstallation(own)
  const write = (url: string) => dumpDatabase(url, resolve(folder))
  const url = directDatabaseUrl(own)
  if (!url && !existsSync(join(dataDir, 'postgres'))) throw new UsageError(`There is no database in ${dataDir}.`)
  const { tables } = await (url ? write(url) : withOwn(dataDir, write))
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${resolve(folder)}: ${counted({ rows, tables: tables.length })}. Pictures and SECRET_KEY are not in it.`
}

/**
 * `load <folder>`: loads a dump into the empty database of DATABASE_URL, or into a new DATA_DIR. The shop charges
 * nothing until `resume`, because only the providers know the charges after the dump.
 */
export async function loadShopDump([folder]: string[], own: NodeJS.ProcessEnv): Promise<string> {
  if (!folder) throw new UsageError('load <folder>: which dump?')
  const { dataDir } = await findInstallation(own)
  const source = await readDumpFolder(folder)
  const read = (to: string) =>
    loadDatabase(to, source, { hold: `loaded from a dump of ${source.made_at}`, folders: migrationFolders })
  const url = directDatabaseUrl(own)
  const loaded = await (url ? read(url) : stopped(dataDir, (postgres) => read(postgres.url)))
  return `${counted(loaded)} are in ${url ? hideUrlPassword(url) : dataDir}, each table compared. It charges nothing until ${shopCommand('resume')}.`
}

/**
 * `move`: moves the shop of DATA_DIR, which must be stopped, into the empty database of DATABASE_URL. Nothing can
 * happen meanwhile, so the shop goes on charging there. The former database does not start again.
 */
export async function moveShopToDatabase(_: string[], own: NodeJS.ProcessEnv): Promise<string> {
  const to = directDatabaseUrl(own)
  if (!to) throw new UsageError('Set DATABASE_URL to the empty database that the shop of DATA_DIR moves into.')
  const { dataDir } = await findInstallation(own)
  if (!existsSync(join(dataDir, 'postgres'))) throw new UsageError(`There is no database in ${dataDir}.`)
  const moved = await stopped(dataDir, async ({ url }) =>
    withOneConnection(url, async (client) =>
      loadDatabase(to, await liveDatabaseSource(client), { hold: null, folders: migrationFolders }),
    ),
  )
  await rename(join(dataDir, 'postgres'), movedDatabaseFolder(dataDir))
  return `${counted(moved)} are in ${hideUrlPassword(to)}, each table compared. Start the shop with this DATABASE_URL; the database before is in ${movedDatabaseFolder(dataDir)}.`
}

/** `sql [statement] [--write]`: asks the database; without `--write` one statement, which can change nothing. */
export async function runSqlCommand(args: string[], own: NodeJS.ProcessEnv): Promise<string> {
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { write: flag, json: flag } })
  const text = positionals.join(' ') || (await readInput())
  if (!text.trim()) throw new UsageError('sql "select …" [--json], or sql --write with statements; by a pipe too.')
  return onDatabase(own, (url) =>
    withOneConnection(url, async (client) => {
      const answers = await (values.write ? writing(client, text) : reading(client, text)).catch(refused)
      const last = answers.at(-1)!
      if (values.json) return JSON.stringify(last.rows, null, 2)
      return last.fields.length > 0 ? tabled(last) : `${last.command} ${last.rowCount ?? ''}`.trim()
    }),
  )
}

/** After its first query a transaction can't be made writable, and a prepared statement is one alone: none ends it. */
async function reading(client: Client, text: string): Promise<QueryResult[]> {
  await client.query('begin transaction read only')
  await client.query('select 1')
  const answer = await client.query({ name: 'asked', text })
  await client.query('rollback')
  return [answer]
}

async function writing(client: Client, text: string): Promise<QueryResult[]> {
  await client.query('begin')
  const answers = [await client.query(text)].flat()
  await client.query('commit')
  return answers
}

/** Errors of a statement that changes rows, makes the transaction writable, or could end it. */
const READS_ONLY = /^cannot execute .* in a read-only transaction$|read-write mode|multiple commands/

function refused(error: Error): never {
  const isChange = READS_ONLY.test(error.message)
  throw new UsageError(isChange ? 'sql only reads, one statement; with --write it changes rows too.' : error.message)
}

function tabled({ fields, rows }: { fields: { name: string }[]; rows: Record<string, unknown>[] }): string {
  const names = fields.map(({ name }) => name)
  const text = (value: unknown) =>
    value === null
      ? ''
      : value instanceof Date
        ? value.toISOString()
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value)
  return [names, ...rows.map((row) => names.map((name) => text(row[name])))].map((cells) => cells.join('\t')).join('\n')
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return ''
  let text = ''
  for await (const part of process.stdin.setEncoding('utf8')) text += part
  return text
}

/** `psql …`: starts this machine's psql on the shop's database. The password does not appear on a command line. */
export async function openPsql(args: string[], own: NodeJS.ProcessEnv): Promise<string> {
  await onDatabase(own, async (url) => {
    const { username, password, hostname, port, pathname, searchParams } = new URL(url.replace('@/', '@localhost/'))
    const env = {
      ...process.env,
      PGUSER: decodeURIComponent(username),
      PGPASSWORD: decodeURIComponent(password),
      PGHOST: searchParams.get('host') ?? hostname,
      PGDATABASE: pathname.slice(1),
      ...(port && { PGPORT: port }),
    }
    const child = spawn('psql', args, { env, stdio: 'inherit' })
    const [code] = await once(child, 'exit').catch(() => {
      throw new UsageError(
        `There is no psql here (apt-get install postgresql-client); ${shopCommand('sql "select …"')} needs none.`,
      )
    })
    process.exitCode = code ?? 1
  })
  return ''
}

async function onDatabase<T>(own: NodeJS.ProcessEnv, work: (url: string) => Promise<T>): Promise<T> {
  const { dataDir } = await findInstallation(own)
  const url = directDatabaseUrl(own)
  if (url) return work(url)
  if (!existsSync(join(dataDir, 'postgres'))) throw new UsageError(`There is no database in ${dataDir}.`)
  return withOwn(dataDir, work)
}
