import { type Database, openDatabase } from '@kushi/db/connect'
import { listen, missedMessagesPayload } from '@kushi/db/listen'
import { setUpExtension } from '@kushi/db/setup'
import { openStandby, type Standby, standbyProblem } from '@kushi/db/standby'
import { withoutWaitBudget } from '@kushi/db/wait-budget'
import { registerExtensions } from '@kushi/shop/foundation/extension/registered'
import { deliverOutbox } from '@kushi/shop/messaging/message/deliver-outbox'
import { deliverOutboxAfter } from '@kushi/shop/messaging/message/outbox-writes'
import { guardPortsOnHold } from '@kushi/shop/sales/payment/hold'
import { secretBox } from '@kushi/shop/secret-box'
import type { Logger } from 'pino'
import { adaptToDatabase } from '../config/adapt-to-database.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/env.ts'
import { extensions } from '../extensions/registered.ts'
import { makeAnswerCache } from '../http/answer.ts'
import { measuredPorts } from '../metrics/measured-ports.ts'
import { makeMetrics } from '../metrics/metrics.ts'
import { makeTrace } from '../trace/make-trace.ts'
import { traceDatabase } from '../trace/trace-database.ts'
import { SandboxClock, systemClock } from './clock.ts'
import { ClosedShops } from './closed-shops.ts'
import type { Deps } from './deps.ts'
import { makeLog } from './log.ts'
import { sharedPorts } from './make-ports.ts'
import { NotifiedCache } from './notified-cache.ts'
import { ScheduledChanges } from './scheduled-changes.ts'
import { ShopBases } from './shop-bases.ts'

/** Builds what the process shares from the configuration; make-ports.ts selects the providers behind the ports. */
export async function makeDeps(named: Config): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const log = makeLog(named)
  // Its packages read the environment directly, so the raw environment is passed.
  const trace = await makeTrace(process.env)
  const pooled = named.database_direct_url !== null
  const database = openDatabase(named.database_url, { max: named.db_pool, pooled })
  traceDatabase(database.pool, trace)
  const direct_url = named.database_direct_url ?? named.database_url
  const { config, is_demo } = await adaptToDatabase(database, named)
  for (const { name, migrations: folder } of extensions) if (folder) await setUpExtension(direct_url, { name, folder })
  registerExtensions(extensions)
  const standby = await standbyOf(config, database, log)
  if (standby) traceDatabase(standby.pool, trace)
  const sandboxClock = config.sandbox_url ? new SandboxClock(database.db) : null
  await sandboxClock?.read()
  const clock = sandboxClock?.clock ?? systemClock
  const cache = new NotifiedCache({ entries: 5_000 })
  const answers = makeAnswerCache()
  const scheduledChanges = new ScheduledChanges({ db: database.db, clock, log }, () => {
    cache.clear()
    answers.clear()
  })
  const closedShops = new ClosedShops(database.db)
  const stopListening = [
    await listen(direct_url, 'catalogue', (table) => {
      if (table === 'scheduled_change' || table === missedMessagesPayload) scheduledChanges.forget()
      if (table === 'shop' || table === missedMessagesPayload) closedShops.forget()
      cache.clear()
      answers.clear()
    }),
    ...(sandboxClock ? [await listen(direct_url, 'sandbox_setting', () => sandboxClock.read())] : []),
  ]
  const deliver = async (shop_id: number, db = database.db) =>
    void (await deliverOutbox({ ...(await shops.base(shop_id)), db, shop_id }))
  const deliveringOver: Deps['delivering'] = (work, db) =>
    deliverOutboxAfter(work, (shop_id) => afterwards(() => deliver(shop_id, db)))
  const { afterwards, settled } = afterwardsWork(log, deliveringOver)
  const metrics = makeMetrics()
  const shared = sharedPorts(config)
  const secrets = secretBox(config.secret_keys)
  const common = { db: database.db, clock, secrets, cache, log, afterwards }
  const shops = new ShopBases(config, common, (own, shop_id) =>
    measuredPorts({ ...shared, ...own, payment: guardPortsOnHold(own.payment, database.db, shop_id) }, metrics, trace),
  )
  stopListening.push(
    await listen(direct_url, 'shop_account', () => {
      shops.forget()
      // Pages list the payment methods and allow the scripts of their providers.
      answers.clear()
    }),
  )
  const deps: Deps = {
    config,
    log,
    database,
    standby,
    answers,
    closedShops,
    scheduledChanges,
    metrics,
    trace,
    sandboxClock,
    is_demo,
    jobs: null,
    clock,
    pictures: shared.picture_store,
    picture_maker: shared.picture_maker,
    base: (shop_id) => shops.base(shop_id),
    settled,
    delivering: deliveringOver,
    configOf: (shop_id) => shops.configOf(shop_id),
  }
  const close = async () => {
    await settled()
    for (const stop of stopListening) await stop()
    shops.close()
    await standby?.close()
    await database.close()
    await trace.close()
  }
  return { deps, close }
}

/** @throws ConfigError if the server is not a standby of the database; an unreachable one may come back */
async function standbyOf(
  { database_read_url: url, database_read_lag, db_pool: max }: Config,
  { pool, close }: Database,
  log: Logger,
): Promise<Standby | null> {
  if (url === null) return null
  const standby = openStandby(pool, { url, boundMs: database_read_lag * 1_000, max })
  const objection = await standbyProblem(pool, standby, url)
  if (!objection) return standby
  if (!objection.isOther) {
    log.warn({}, objection.sentence)
    return standby
  }
  await standby.close()
  await close()
  throw new ConfigError(objection.sentence)
}

/** Work that no response waits for. Closing the process does wait: a half-sent mail would be sent twice. */
function afterwardsWork(log: Logger, delivering: Deps['delivering']) {
  const underWay = new Set<Promise<void>>()
  const afterwards = (work: () => Promise<void>) => {
    const done = withoutWaitBudget(() =>
      new Promise<void>((resolve) => setImmediate(resolve)).then(() => delivering(work)),
    )
      .catch((error: unknown) => log.error({ err: error }, 'work after an answer failed'))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
  const settled = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  }
  return { afterwards, settled }
}
