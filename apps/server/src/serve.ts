import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { explain } from '@kushi/db/explain'
import { SetupError } from '@kushi/db/setup-error'
import { mountAdminPages } from './admin/admin-pages.ts'
import { createApp } from './app.ts'
import { leaveAddress } from './cli/address.ts'
import { clientOfShop } from './client-of-shop.ts'
import { readConfig } from './config.ts'
import { liveDemo } from './demo/live-demo.ts'
import type { Deps } from './deps.ts'
import { ConfigError } from './env.ts'
import { fastListener } from './http/fast-listener.ts'
import { httpServer } from './http/http-server.ts'
import { mountPages } from './http/pages.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { listenOrExplain } from './listen.ts'
import { makeDeps } from './make-deps.ts'
import { addFigures, startMetricsPort } from './metrics/metrics-port.ts'
import { roleOf, workerListener } from './role.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import { loadStorefront } from './storefront.ts'

const storefront = join(import.meta.dirname, '../../storefront/build')
const admin = join(import.meta.dirname, '../../admin/build')

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const { deps, close } = await makeDeps(config).catch((error: unknown) => {
    throw explain(error, config.database_url)
  })
  const role = roleOf(process.argv)
  const server = httpServer(role === 'worker' ? workerListener(deps) : await webListener(deps))
  addFigures(deps)
  const endMetrics = await startMetricsPort(deps)
  await listenOrExplain(server, config)
  deps.log.info({ url: `${config.public_url}/sh/`, role, ms: Math.round(performance.now()) }, 'ready')
  const forget = role === 'worker' ? () => undefined : leaveAddress(process.env)
  // A demo starts even if some of its orders could not be created.
  if (process.argv.includes('--demo-orders'))
    await liveDemo(deps).catch((error: unknown) => deps.log.error({ err: error }, 'the demo has not all of its orders'))
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
  mountPages(app, deps, await loadStorefront(storefront), clientOfShop(deps))
  return fastListener(deps, join(storefront, 'client'), getRequestListener(app.fetch))
}

export function serve(): void {
  start().catch((error: unknown) => {
    const told = error instanceof ConfigError || error instanceof SetupError
    process.stderr.write(`${told ? error.message : ((error as Error)?.stack ?? error)}\n`)
    process.exit(1)
  })
}
