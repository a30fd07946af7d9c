import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { SetupError } from './setup-error.ts'

export interface MigrateOptions {
  folder?: string
  /** Table in the schema `drizzle` that records the migrations that are done. */
  table?: string
  /**
   * How long a statement waits for a table that is in use, in ms, and how often the whole migration is retried after a
   * pause.
   */
  lockMs?: number
  tries?: number
  pauseMs?: number
}

/** The folder of our migrations, and the table that records which were made. */
export const ownMigrations = { folder: join(import.meta.dirname, '../migrations'), table: '__drizzle_migrations' }
const { folder: own, table: tables } = ownMigrations

/** Number of the advisory lock under which one process at a time changes tables and seed. */
export const setupLock = 7_568_341

/**
 * Migrates the tables. Takes one query if they are current. Safe when several processes start at once, and while an
 * older version serves customers: a change that has to wait for a long transaction gives up its place before customers'
 * statements queue behind it, and is retried.
 * @returns the migrations that were made
 */
export async function migrate(client: pg.ClientBase, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = own, table = tables, lockMs = 5_000, tries = 24, pauseMs = 2_000 } = options
  if (await isSchemaCurrent(client, folder, table)) return []
  await client.query('select pg_advisory_lock($1)', [setupLock])
  try {
    const before = await newestDone(client, table)
    // Loaded lazily: loading takes a third of a second, which every start would pay.
    const { drizzle } = await import('drizzle-orm/node-postgres')
    const { migrate: runMigrations } = await import('drizzle-orm/node-postgres/migrator')
    await client.query(`select set_config('lock_timeout', $1, false)`, [`${lockMs}ms`])
    const asked = await placing(client)
    for (let left = tries; ; await sleep(pauseMs)) {
      const done = await runMigrations(drizzle(asked as pg.Client), {
        migrationsFolder: folder,
        migrationsTable: table,
      }).then(
        () => true,
        (error: unknown) => {
          if (hasCode(error, isThere)) throw unreleased()
          if (!hasCode(error, inTheWay)) throw error
          return false
        },
      )
      if (done) break
      if (--left === 0)
        throw new SetupError('The tables could not be changed, since they are in use without a pause: try again later.')
    }
    return (await entriesOf(folder)).filter(({ when }) => when > before).map(({ tag }) => tag)
  } finally {
    await client.query('reset lock_timeout')
    await client.query('select pg_advisory_unlock($1)', [setupLock])
  }
}

/** Error codes: a lock timeout or a deadlock with a running transaction. */
const inTheWay = ['55P03', '40P01']
/** Error codes: the table, type or function to be created already exists. */
const isThere = ['42P07', '42710', '42723']
const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  [error, (error as Error).cause].some((one) => codes.includes((one as { code?: string } | undefined)?.code ?? ''))

/** Before 0.2.0 the migrations were regenerated with each commit; no database can be migrated from such a state. */
const unreleased = () =>
  new SetupError(
    'The tables of this database are of a version before 0.2.0, or not ours: start with an empty one. The demo is made anew when its folder (DATA_DIR) is deleted.',
  )

/** Whether the tables have been migrated to this version or to a newer one. */
export async function isSchemaCurrent(
  client: pg.ClientBase | pg.Pool,
  folder: string = own,
  table = tables,
): Promise<boolean> {
  const entries = await entriesOf(folder)
  return (await newestDone(client, table)) >= entries.at(-1)!.when
}

/** Whether a newer version has migrated these tables. This version still works if the newer one is a minor version. */
export async function isSchemaNewer(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  return (await newestDone(client, tables)) > (await entriesOf(own)).at(-1)!.when
}

async function entriesOf(folder: string): Promise<{ tag: string; when: number }[]> {
  return JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')).entries
}

/** The moment of the newest migration that was made; 0: none. */
async function newestDone(client: pg.ClientBase | pg.Pool, table: string): Promise<number> {
  const { rows } = await client.query(`select to_regclass($1) as name`, [`drizzle."${table}"`])
  if (!rows[0].name) return 0
  const done = await client.query(`select coalesce(max(created_at), 0) as newest from drizzle."${table}"`)
  return Number(done.rows[0].newest)
}

/** The client interface that drizzle's migrator uses. */
type Asking = Pick<pg.ClientBase, 'query'>

/**
 * Returns a client for migrations. On a Citus cluster with distributed shops it distributes a new table of the shops as
 * soon as it is created, so that keys from and to it can follow in the same transaction. On any other database it is
 * `client` itself.
 */
async function placing(client: pg.ClientBase): Promise<Asking> {
  if (!(await isDistributed(client))) return client
  const query = async (asked: pg.QueryConfig, values?: unknown[]) => {
    const answer = await client.query(asked, values)
    // One connection per machine. Citus requires this for keys between distributed tables, and for a function created after other changes.
    if (/^begin\b/i.test(asked.text)) await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    const name = /^\s*create table (?:if not exists )?"?(\w+)/i.exec(asked.text)?.[1]
    if (name) await place(client, name)
    return answer
  }
  return { query } as Asking
}

async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_extension where extname = 'citus'`)
  if (rowCount === 0) return false
  const shops = await client.query(`select from pg_dist_partition where logicalrelid = to_regclass('public.shop')`)
  return shops.rowCount === 1
}

async function place(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(
    `select create_distributed_table(c.oid::regclass, 'shop_id', colocate_with => 'shop') from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'shop_id' and a.attnotnull
    where c.relname = $1 and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`,
    [name],
  )
}
