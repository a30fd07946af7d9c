/** Vitest's global set-up: PostgreSQL and the template that `testDatabase` clones. */
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'
import { seedVersion, setUp } from './setup.ts'
import { administer, databaseUrl, testServer } from './testing.ts'
import { clusterTemplate } from './testing-cluster.ts'

/** One server for all checkouts and accounts, kept between runs so that only the first run pays for its creation. */
const dataDir = join(
  await quickFolder(),
  `kushi-tests-${createHash('sha256')
    .update(import.meta.dirname)
    .digest('hex')
    .slice(0, 8)}-${userInfo().uid}`,
)

/** A folder in memory if there is enough: emptying forty tables creates and removes hundreds of files. */
async function quickFolder(): Promise<string> {
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > 3e9 ? memory : tmpdir()
}

/** Tests may lose their data in exchange for speed. */
const careless = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_size: '256MB',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_connections: '300',
  file_copy_method: 'clone',
}

export default async function startTestServer(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return startTestCluster(process.env.TEST_DATABASE_URL)
  const server = await start()
  // The same role as in the shop, but tests create databases with it.
  await administer(server.adminUrl, 'select pg_advisory_lock(2)', 'alter role kushi createdb')
  const template = await makeTemplate(server)
  process.env[testServer.url] = server.url
  process.env[testServer.template] = template
  return () => server.stop()
}

/**
 * TEST_DATABASE_URL: the coordinator's database of a Citus cluster that may lose its data; tests then run there, with
 * distributed shops.
 */
async function startTestCluster(url: string): Promise<() => Promise<void>> {
  const { servers, template } = await clusterTemplate(url, await templateVersion())
  process.env[testServer.url] = servers.join(' ')
  process.env[testServer.template] = template
  return async () => undefined
}

/** Without fsync a crash of the machine may have corrupted the data: then a new server is created. */
async function start(): Promise<EmbeddedServer> {
  const options = { dataDir, settings: careless }
  return startEmbedded(options).catch(async () => {
    await rm(dataDir, { recursive: true, force: true })
    return startEmbedded(options)
  })
}

async function makeTemplate(server: EmbeddedServer): Promise<string> {
  const name = `template_${await templateVersion()}`
  const client = new pg.Client({ connectionString: databaseUrl(server.url, 'postgres') })
  await client.connect()
  try {
    // A second, concurrent run waits here and finds the template ready.
    await client.query('select pg_advisory_lock(1)')
    if (server.started) await dropLeftovers(client, name)
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount) return name
    await client.query('drop database if exists template_part with (force)')
    await client.query('create database template_part')
    await setUp(databaseUrl(server.url, 'template_part'), { demo: true })
    await client.query(`alter database template_part rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
}

/**
 * Drops databases of killed runs and old templates. Only when the server has just started and is not in use by another
 * run.
 */
async function dropLeftovers(client: pg.Client, template: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname ~ '^(test|template)_' and datname <> $1`,
    [template],
  )
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
}

async function templateVersion(): Promise<string> {
  const folder = join(import.meta.dirname, '../migrations')
  const hash = createHash('sha256').update(await seedVersion())
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  // The journal counts too: its times tell a database of this template whether its tables are current.
  for (const file of [...files, 'meta/_journal.json']) hash.update(await readFile(join(folder, file)))
  return hash.digest('hex').slice(0, 16)
}
