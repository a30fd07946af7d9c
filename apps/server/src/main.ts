import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { explain } from '@kushi/db/explain'
import { SetupError } from '@kushi/db/setup-error'
import { createApp } from './app.ts'
import { leaveAddress } from './cli/address.ts'
import { clientOfShop } from './client-of-shop.ts'
import { readConfig } from './config.ts'
import { ConfigError } from './env.ts'
import { fastListener } from './http/fast-listener.ts'
import { mountPages } from './http/pages.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { listenOrExplain } from './listen.ts'
import { makeDeps } from './make-deps.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import { loadStorefront } from './storefront.ts'

const storefront = join(import.meta.dirname, '../../storefront/build')

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const { deps, close } = await makeDeps(config).catch((error: unknown) => {
    throw explain(error, config.database_url)
  })
  const app = createApp(deps)
  mountPages(app, deps, await loadStorefront(storefront), clientOfShop(deps))
  const server = createServer(fastListener(deps, join(storefront, 'client'), getRequestListener(app.fetch)))
  await listenOrExplain(server, config)
  deps.log.info({ url: `${config.public_url}/sh/`, ms: Math.round(performance.now()) }, 'ready')
  const forget = leaveAddress(process.env)
  const jobs = startJobs(deps)
  stopOnSignal(server, async () => {
    forget()
    await jobs.stop()
    await close()
  })
}

main().catch((error: unknown) => {
  const told = error instanceof ConfigError || error instanceof SetupError
  process.stderr.write(`${told ? error.message : ((error as Error)?.stack ?? error)}\n`)
  process.exit(1)
})
