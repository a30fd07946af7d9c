import { setupCommand } from '@kushi/db/command-hints'
import type { Database, Db } from '@kushi/db/connect'
import { hideUrlPassword } from '@kushi/db/explain'
import { isDemoDatabase, isLiveDatabase } from '@kushi/db/is-demo'
import { isSchemaCurrent } from '@kushi/db/migrate'
import { shop } from '@kushi/db/schema/shop'
import { SetupError } from '@kushi/db/setup-error'
import type { Config } from './config.ts'
import { ConfigError } from './env.ts'
import { demoDatabaseProblem, liveDatabaseProblem } from './sandbox-rule.ts'

/**
 * Adapts the settings to the contents of the database, and reports whether it is the demo.
 * @throws SetupError if the tables are missing or older; ConfigError for settings that do not fit. The connections are
 * then closed.
 */
export async function adaptToDatabase({ db, pool, close }: Database, named: Config) {
  if (!(await isSchemaCurrent(pool))) {
    await close()
    throw new SetupError(
      `DATABASE_URL ${hideUrlPassword(named.database_url)} has not the tables of this version: run ${setupCommand()} with the same DATABASE_URL first.`,
    )
  }
  const is_demo = await isDemoDatabase(db)
  const config = is_demo && named.sandbox_url ? withDemoHost(named) : named
  const objection =
    demoDatabaseProblem(config.sandbox_url, is_demo, config.demo_database) ??
    liveDatabaseProblem(config.sandbox_url, await isLiveDatabase(db)) ??
    (await shopObjection(db, config))
  if (objection === null) return { config, is_demo }
  await close()
  throw new ConfigError(objection)
}

/** The demo's wholesale shop is reachable without any configuration. */
const withDemoHost = (config: Config): Config =>
  config.shop_hosts.size > 0 ? config : { ...config, shop_hosts: new Map([['wholesale.localhost', 3]]) }

/** Objects to settings that name a shop that does not exist. */
async function shopObjection(db: Db, config: Config): Promise<string | null> {
  const shops = (await db.select({ id: shop.id }).from(shop).orderBy(shop.id)).map(({ id }) => id)
  const named: [string, number][] = [
    ['SHOP_ID', config.default_shop_id],
    ...[...config.shop_hosts].map(([host, id]): [string, number] => [`SHOP_HOSTS ${host}=${id}:`, id]),
  ]
  const unknown = named.filter(([, id]) => !shops.includes(id))
  if (unknown.length === 0) return null
  const sentences = unknown.map(
    ([name, id]) => `${name === 'SHOP_ID' ? `SHOP_ID ${id}:` : name} there is no such shop.`,
  )
  return [...sentences, `There are: ${shops.join(', ')}.`].join('\n')
}
