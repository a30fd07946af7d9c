import pg from 'pg'
import { distributeShops } from './distribute.ts'
import { setUp } from './setup.ts'
import { administer, databaseUrl } from './testing.ts'

/**
 * A distributed demo database on every server of a cluster. Tests clone it server by server: each server's part refers
 * to the others by addresses, which are the same in every database.
 */
export async function clusterTemplate(url: string, version: string): Promise<{ servers: string[]; template: string }> {
  const servers = await serversOf(url)
  const template = `template_${version}`
  const made = await withClient(databaseUrl(url, 'postgres'), (client) =>
    client.query('select from pg_database where datname = $1 and not datallowconn', [template]),
  )
  if (made.rowCount === 0) await make(servers, template)
  return { servers, template }
}

/** The coordinator first. */
export async function serversOf(url: string): Promise<string[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ place: string }>(
      `select nodename || ':' || nodeport as place from pg_dist_node order by groupid <> 0, nodeport`,
    ),
  )
  return rows.map(({ place }) => url.replace(/(\/\/[^@/]*@)[^/]*/, `$1${place}`))
}

async function make(servers: readonly string[], template: string): Promise<void> {
  const own = await emptyOn(servers, template)
  await setUp(own, { demo: true })
  await withClient(own, (client) => distributeShops(client))
  for (const server of servers.toReversed()) {
    // Citus' own connections would block cloning. The coordinator comes last: once it is closed, the template is
    // complete.
    await administer(
      server,
      `update pg_database set datallowconn = false where datname = '${template}'`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`,
    )
  }
}

/** Creates an empty database on every server and connects them as a Citus cluster. Returns the coordinator's URL. */
export async function emptyOn(servers: readonly string[], name: string): Promise<string> {
  const [coordinator, ...workers] = servers as [string, ...string[]]
  for (const server of servers) {
    await administer(server, `drop database if exists ${name} with (force)`, `create database ${name}`)
    await withClient(databaseUrl(server, name), (client) => client.query('create extension citus'))
  }
  // Few shards: each consists of files that every test copies.
  await administer(coordinator, `alter database ${name} set citus.shard_count = 2`)
  const own = databaseUrl(coordinator, name)
  await withClient(own, async (client) => {
    const place = (server: string) => [new URL(server).hostname, Number(new URL(server).port)]
    await client.query('select citus_set_coordinator_host($1, $2)', place(coordinator))
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', place(worker))
  })
  return own
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
