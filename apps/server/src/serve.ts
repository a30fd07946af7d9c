import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { explainDatabaseError } from '@kushi/db/explain'
import { SetupError } from '@kushi/db/setup-error'
import { Hono } from 'hono'
import { createApp } from './app.ts'
import { writeAddressFile } from './cli/address-file.ts'
import { readConfig } from './config/config.ts'
import { ConfigError } from './config/env.ts'
import { simulateDemo } from './demo/live-demo.ts'
import type { Deps } from './deps/deps.ts'
import { makeDeps } from './deps/make-deps.ts'
import { answerFailure, answerNotFound } from './http/failure.ts'
import { mountHealth } from './http/health.ts'
import { httpServer } from './http/http-server.ts'
import { listenOrExplain } from './http/listen.ts'
import { mountAdminPages } from './http/pages/admin-pages.ts'
import { clientOfShop } from './http/pages/client-of-shop.ts'
import { cachingListener } from './http/pages/fast-listener.ts'
import { mountMailPictures } from './http/pages/mail-pictures.ts'
import { mountPages } from './http/pages/pages.ts'
import { loadStorefront } from './http/pages/storefront.ts'
import { stopOnSignal } from './http/stop-on-signal.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { addAllGauges, startMetricsPort } from './metrics/metrics-port.ts'

const ROLES = ['both', 'web', 'worker'] as const

/**
 * `--role web` serves customers and runs no jobs; `--role worker` runs the jobs and serves only `/healthz` and
 * `/readyz`; without it a process does both.
 * @throws ConfigError for another role, and for anything else on the command line
 */
export function readProcessRole(argv: string[]): (typeof ROLES)[number] {
  const role = ROLES.find((one) => one === (readRole(argv.slice(2)) ?? 'both'))
  if (!role) throw new ConfigError(`--role is one of ${ROLES.join(', ')}.`)
  return role
}

function readRole(args: string[]): string | undefined {
  try {
    return parseArgs({ args, options: { role: { type: 'string' }, 'demo-orders': { type: 'boolean' } } }).values.role
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

function workerListener(deps: Deps): RequestListener {
  const app = new Hono()
  app.onError(answerFailure(deps.log))
  app.notFound(answerNotFound)
  mountHealth(app, deps)
  return getRequestListener(app.fetch)
}

const storefront = join(import.meta.dirname, '../../storefront/build')
const admin = join(import.meta.dirname, '../../admin/build')

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const { deps, close } = await makeDeps(config).catch((error: unknown) => {
    throw explainDatabaseError(error, config.database_url)
  })
  const role = readProcessRole(process.argv)
  const server = httpServer(role === 'worker' ? workerListener(deps) : await webListener(deps))
  addAllGauges(deps)
  const endMetrics = await startMetricsPort(deps)
  await listenOrExplain(server, config)
  deps.log.info({ url: `${config.public_url}/sh/`, role, ms: Math.round(performance.now()) }, 'ready')
  const forget = role === 'worker' ? () => undefined : writeAddressFile(process.env)
  // A demo starts even if some of its orders could not be created.
  if (process.argv.includes('--demo-orders'))
    await simulateDemo(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, 'the demo has not all of its orders'),
    )
  const jobs = role === 'web' ? null : startJobs(deps)
  stopOnSignal(
    server,
    async () => jobs?.stop(),
    async () => {
      forget()
      endMetrics()
      await close()
    },
  )
}

/** Serves API, pages and files. */
async function webListener(deps: Deps): Promise<RequestListener> {
  const app = createApp(deps)
  mountAdminPages(app, deps, admin)
  mountMailPictures(app, deps, join(storefront, 'client/pictures'))
  mountPages(
    app,
    deps,
    await loadStorefront(storefront, deps.config.s3 === null ? deps.pictures : null),
    clientOfShop(deps),
  )
  return cachingListener(deps, join(storefront, 'client'), getRequestListener(app.fetch))
}

export function serve(): void {
  start().catch((error: unknown) => {
    const isKnown = error instanceof ConfigError || error instanceof SetupError
    process.stderr.write(`${isKnown ? error.message : ((error as Error)?.stack ?? error)}\n`)
    process.exit(1)
  })
}
