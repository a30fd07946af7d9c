import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { PAYMENT_METHOD_IDS } from '@kushi/values/payment-method'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { distributeShops } from './distribute.ts'
import { migrate } from './migrate.ts'
import { migrationsOf, RELEASES_FOLDER, type Release, readTables, writeTables } from './releases.ts'
import { administer, databaseUrl, testDatabase, testServer } from './testing.ts'
import { emptyOn } from './testing-cluster.ts'

const own = join(import.meta.dirname, '../migrations')
/** The test server, or all servers of a cluster. */
const servers = process.env[testServer.url]!.split(' ')
const isCluster = servers.length > 1
const folder = await mkdtemp(join(tmpdir(), 'kushi-upgrade-'))
const demo = await testDatabase()
/** Has the current tables. */
const fresh = await demo.pool.connect()
const made: { name: string; client: pg.Client }[] = []
afterAll(async () => {
  fresh.release()
  await demo.close()
  for (const { name, client } of made) {
    await client.end()
    for (const server of servers) await administer(server, `drop database ${name} with (force)`)
  }
  await rm(folder, { recursive: true })
})

/** A database migrated with these migrations. */
async function migrated(migrations: string): Promise<pg.Client> {
  const name = `test_upgrade_${randomBytes(4).toString('hex')}`
  if (isCluster) await emptyOn(servers, name)
  else await administer(servers[0]!, `create database ${name}`)
  const client = new pg.Client(databaseUrl(servers[0]!, name))
  await client.connect()
  made.push({ name, client })
  await migrate(client, { folder: migrations })
  return client
}

/** A folder with only the first `count` migrations, followed by `more`. */
async function migrationFolder(count: number, more: string[] = []): Promise<string> {
  const changed = await mkdtemp(join(folder, 'migrations-'))
  await cp(own, changed, { recursive: true })
  const file = join(changed, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  journal.entries = journal.entries.slice(0, count)
  const last = journal.entries.at(-1)
  for (const [n, text] of more.entries()) {
    const tag = `next_${n}`
    journal.entries.push({ ...last, idx: last.idx + 1 + n, when: last.when + 1 + n, tag })
    await writeFile(join(changed, `${tag}.sql`), text)
  }
  await writeFile(file, JSON.stringify(journal))
  return changed
}

/** Tables, keys, checks and indexes, independent of column order. */
async function shape(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(
    `select concat_ws(' ', table_name, column_name, data_type, column_default, is_nullable, generation_expression) as part
       from information_schema.columns where table_schema = 'public'
     union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
       where connamespace = 'public'::regnamespace and conrelid <> 0
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     order by 1`,
  )
  return rows.map(({ part }) => part)
}

/** Row count of each table, and the values of the columns that existed at the release. */
async function rowsOf(client: pg.ClientBase, { tables }: Release): Promise<Release['tables']> {
  const now = await readTables(client)
  const before = Object.entries(tables).map(([name, rows]) => {
    const names = Object.keys(rows[0]!)
    const kept = (row: object) => Object.fromEntries(Object.entries(row).filter(([column]) => names.includes(column)))
    return [name, (now[name] ?? []).map(kept)] as const
  })
  return Object.fromEntries(before)
}

const sorted = (tables: Release['tables']) =>
  Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).sort()]),
  )

/** The tagged versions. */
const kept = (await readdir(RELEASES_FOLDER)).filter((name) => name.endsWith('.json.gz'))
const read = async (name: string) =>
  JSON.parse(String(await promisify(gunzip)(await readFile(join(RELEASES_FOLDER, name))))) as Release
const counts = (tables: Release['tables']) =>
  Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.length]))

/** The rows that an upgraded release has: each shop gets a hidden row of every way to pay that came since. */
function upgradedCounts({ tables }: Release): Record<string, number> {
  const ways = (tables.shop_payment ?? []) as { shop_id: number; payment_method_id: number | null }[]
  const shops = new Set(ways.map((row) => row.shop_id)).size
  const since = PAYMENT_METHOD_IDS.filter((id) => ways.every((row) => row.payment_method_id !== id)).length
  return ways.length === 0 ? counts(tables) : { ...counts(tables), shop_payment: ways.length + shops * since }
}

test.skipIf(isCluster).each(kept)(
  'a filled database of %s becomes one of today',
  async (name) => {
    const release = await read(name)
    const today = await migrationsOf(own)
    expect(today.slice(0, release.migrations.length), 'released migrations are only added to').toEqual(
      release.migrations,
    )
    const client = await migrated(await migrationFolder(release.migrations.length))
    await writeTables(client, release.tables)
    await migrate(client)
    expect(await shape(client)).toEqual(await shape(fresh))
    expect(counts(await rowsOf(client, release))).toEqual(upgradedCounts(release))
  },
  60_000,
)

/** Number of migrations of the oldest tables that can be distributed: earlier ones have triggers that notify. */
const spreadable = 3

test.runIf(isCluster).each(['an empty database', ...kept])(
  '%s is distributed and then upgraded to the current tables',
  async (name) => {
    const release = name.endsWith('.gz') ? await read(name) : { migrations: [], tables: {} }
    const client = await migrated(await migrationFolder(release.migrations.length || spreadable))
    await writeTables(client, release.tables)
    await migrate(client, { folder: await migrationFolder(Math.max(release.migrations.length, spreadable)) })
    await distributeShops(client)
    // The upgrade runs in another process, without the settings of this session.
    await client.query('reset all')
    await migrate(client)
    expect(await shape(client)).toEqual(await shape(fresh))
    expect(counts(await rowsOf(client, release))).toEqual(upgradedCounts(release))
    const { rows } = await client.query(`select table_name from information_schema.columns c
      where table_schema = 'public' and column_name = 'shop_id' and is_nullable = 'NO'
        and not exists (select from pg_dist_partition p where p.logicalrelid = quote_ident(c.table_name)::regclass)`)
    expect(rows).toEqual([])
  },
  180_000,
)

test.skipIf(isCluster)(
  'the current demo, recorded like a release, passes the next migration with every row unchanged',
  async () => {
    const release: Release = { migrations: await migrationsOf(own), tables: await readTables(fresh) }
    expect(Object.keys(release.tables).length).toBeGreaterThan(20)
    const client = await migrated(await migrationFolder(release.migrations.length))
    await writeTables(client, JSON.parse(JSON.stringify(release.tables)))
    expect(await shape(client)).toEqual(await shape(fresh))
    const next = [
      'ALTER TABLE "product_sku" ADD COLUMN "next_version" text;',
      `UPDATE "product_sku" SET "next_version" = 'filled';`,
    ]
    await migrate(client, { folder: await migrationFolder(release.migrations.length, next) })
    expect(sorted(await rowsOf(client, release))).toEqual(sorted(release.tables))
    const { rows } = await client.query(`select count(*)::int as n from product_sku where next_version = 'filled'`)
    expect(rows[0].n).toBe(release.tables.product_sku!.length)
  },
  60_000,
)
