import { openDatabase } from '@kushi/db/connect'
import { listen, missed } from '@kushi/db/listen'
import { withoutPatience } from '@kushi/db/patience'
import { secretBox } from '@kushi/shop/secret-box'
import type { Logger } from 'pino'
import { SandboxClock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { fitToDatabase } from './fit-to-database.ts'
import { AnswerCache } from './http/answer-cache.ts'
import { makeLog } from './log.ts'
import { makePorts } from './make-ports.ts'
import { measuredPorts } from './metrics/measured-ports.ts'
import { makeMetrics } from './metrics/metrics.ts'
import { Planned } from './planned.ts'

/** Configuration → what the process shares; the providers behind the ports are chosen in make-ports.ts. */
export async function makeDeps(named: Config): Promise<{ deps: Deps; close: () => Promise<void> }> {
  const log = makeLog(named)
  const pooled = named.database_direct_url !== null
  const database = openDatabase(named.database_url, { max: named.db_pool, pooled })
  const direct_url = named.database_direct_url ?? named.database_url
  const { config, is_demo } = await fitToDatabase(database, named)
  const sandboxClock = config.sandbox_url ? new SandboxClock(database.db) : null
  await sandboxClock?.read()
  const clock = sandboxClock?.clock ?? systemClock
  const planned = new Planned({ db: database.db, clock, log })
  const answers = new AnswerCache(() => planned.isDue)
  const stopListening = [
    await listen(direct_url, 'catalogue', (table) => {
      if (table === 'scheduled_change' || table === missed) planned.forget()
      answers.clear()
    }),
    ...(sandboxClock ? [await listen(direct_url, 'sandbox_setting', () => void sandboxClock.read())] : []),
  ]
  const { afterwards, underWay } = afterwardsWork(log)
  const { ports: plain, close: closePorts } = makePorts(config)
  const metrics = makeMetrics()
  const ports = measuredPorts(plain, metrics)
  const deps: Deps = {
    config,
    log,
    database,
    answers,
    planned,
    metrics,
    sandboxClock,
    is_demo,
    jobs: null,
    base: {
      ...{ db: database.db, clock, ports, settings: config, log, afterwards },
      secrets: secretBox(config.secret_keys),
    },
  }
  const close = async () => {
    await Promise.allSettled(underWay)
    closePorts()
    for (const stop of stopListening) await stop()
    await database.close()
  }
  return { deps, close }
}

/** Work that no answer waits for. Whoever closes the process does: a mail half sent would come twice. */
function afterwardsWork(log: Logger) {
  const underWay = new Set<Promise<void>>()
  const afterwards = (work: () => Promise<void>) => {
    const done = withoutPatience(() => new Promise<void>((resolve) => setImmediate(resolve)).then(work))
      .catch((error: unknown) => log.error({ err: error }, 'work after an answer failed'))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
  return { afterwards, underWay }
}
