import type pg from 'pg'

/** The client interface that drizzle's migrator uses. */
type Asking = Pick<pg.ClientBase, 'query'>

/**
 * For migrations: on a Citus cluster with distributed shops, distributes a new table of the shops as soon as it is
 * created, so that keys from it and to it can follow in the same transaction. On any other database, returns `client`
 * itself.
 */
export async function placing(client: pg.ClientBase): Promise<Asking> {
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
