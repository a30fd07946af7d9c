import type pg from 'pg'
import { SetupError } from './setup-error.ts'

/** Foreign keys that were dropped and not restored yet: the remaining work after an interrupted run. */
const taken = 'distribute_key'

/**
 * Distributes the shops over the machines of a Citus cluster. Rows of a shop lie together on one machine. Tables of the
 * installation are copied to all machines if keys refer to them, and otherwise stay on the coordinator. Each step
 * commits by itself and a finished step is skipped, so an interrupted run can be restarted.
 * @throws SetupError if the database is no such cluster, or is in use
 */
export async function distributeShops(
  client: pg.ClientBase,
  say: (what: string) => void = () => undefined,
): Promise<void> {
  await check(client)
  await client.query(`set citus.multi_shard_modify_mode = 'sequential'`)
  // Two triggers stay, on the node of their row: one refuses a change, the other raises a number in the row.
  await client.query(`set citus.enable_unsafe_triggers = on`)
  await client.query(
    `create table if not exists ${taken} (name text, key text, refers_to text, definition text, primary key (name, key))`,
  )
  const { common, own } = await undone(client)
  if (common.length + own.length > 0) await takeKeys(client, [...common, ...own], say)
  for (const name of common) {
    await client.query(`select create_reference_table($1)`, [name])
    say(`${name}: on every machine`)
  }
  for (const name of own) {
    await dropTriggers(client, name)
    const given = name === 'shop' ? [name, 'id', 'none'] : [name, 'shop_id', 'shop']
    await client.query(`select create_distributed_table($1, $2, colocate_with => $3)`, given)
    await client.query(`select truncate_local_data_after_distributing_table($1)`, [name])
    say(`${name}: by its shop`)
  }
  await giveKeys(client, say)
}

/** On the machine of a row nobody listens: there, caches only grow old. What is compared at a commit is a sum of another table's rows, which can't be asked there. */
async function dropTriggers(client: pg.ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tgname) as name from pg_trigger
     where tgrelid = $1::regclass and not tgisinternal and (tgfoid = 'notify_change'::regproc or tgdeferrable)`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop trigger ${name} on ${table}`)
}

async function check(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(`select
    (select count(*)::int from pg_extension where extname = 'citus') as citus,
    (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name in ('kushi', 'kushi jobs', 'kushi listen catalogue')) as others`)
  const [{ citus, others }] = rows as [{ citus: number; others: number }]
  if (citus === 0)
    throw new SetupError(
      'This database is not the coordinator of a Citus cluster: create the extension citus and add its nodes first.',
    )
  if (others > 0) throw new SetupError('The shop is running on this database: stop it before its tables are moved.')
}

/** Tables not distributed yet, `shop` first, because the others are colocated with it. */
async function undone(client: pg.ClientBase): Promise<{ common: string[]; own: string[] }> {
  const { rows } = await client.query<{ name: string; is_own: boolean }>(`
    with keys as (
      select conrelid::regclass::text as name, confrelid::regclass::text as refers_to from pg_constraint where contype = 'f'
      union all select name, refers_to from ${taken}
    ), one as (
      select c.oid, c.relname as name, c.relname = 'shop' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'shop_id' and a.attnotnull) as is_own
      from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> '${taken}'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid and (p.partmethod = 'h' or p.repmodel = 't'))
    )
    select name, is_own from one where is_own or exists (select from keys where one.name in (keys.name, keys.refers_to))
    order by name <> 'shop', name`)
  const names = (is_own: boolean) => rows.filter((row) => row.is_own === is_own).map(({ name }) => name)
  return { common: names(false), own: names(true) }
}

/** Drops the foreign keys, because with them, moving one table would require moving all others. */
async function takeKeys(client: pg.ClientBase, names: readonly string[], say: (what: string) => void): Promise<void> {
  const { rows } = await client.query<{ name: string; key: string }>(
    `insert into ${taken}
    select conrelid::regclass::text, quote_ident(conname), confrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
      and ($1::regclass[] @> array[conrelid::regclass] or $1::regclass[] @> array[confrelid::regclass])
    on conflict (name, key) do update set definition = excluded.definition returning name, key`,
    [names],
  )
  for (const { name, key } of rows) await client.query(`alter table ${name} drop constraint ${key}`)
  say(`${rows.length} foreign keys are taken away`)
}

async function giveKeys(client: pg.ClientBase, say: (what: string) => void): Promise<void> {
  const { rows } = await client.query<{ name: string; key: string; definition: string }>(
    `select name, key, definition from ${taken} order by name, key`,
  )
  for (const { name, key, definition } of rows) {
    // An interrupted run may have created it.
    await client.query(`alter table ${name} drop constraint if exists ${key}`)
    await client.query(`alter table ${name} add constraint ${key} ${definition}`)
    await client.query(`delete from ${taken} where name = $1 and key = $2`, [name, key])
  }
  await client.query(`drop table ${taken}`)
  say(`${rows.length} foreign keys are there again`)
}
