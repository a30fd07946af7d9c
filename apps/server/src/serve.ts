import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { explain } from '@kushi/db/explain'
import { SetupError } from '@kushi/db/setup-error'
import { Hono } from 'hono'
import { createApp } from './app.ts'
import { leaveAddress } from './cli/address.ts'
import { clientOfShop } from './client-of-shop.ts'
import { readConfig } from './config.ts'
import { liveDemo } from './demo/live-demo.ts'
import type { Deps } from './deps.ts'
import { ConfigError } from './env.ts'
import { answerFailure, answerNotFound } from './http/failure.ts'
import { fastListener } from './http/fast-listener.ts'
import { mountHealth } from './http/health.ts'
import { httpServer } from './http/http-server.ts'
import { mountLetterPictures } from './http/letter-pictures.ts'
import { mountPages } from './http/pages.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { listenOrExplain } from './listen.ts'
import { makeDeps } from './make-deps.ts'
import { addFigures, startMetricsPort } from './metrics/metrics-port.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import { loadStorefront } from './storefront.ts'

/**
 * Scripts only from our own files; the component library inserts inline styles. Pictures may come from the shop's
 * picture storage.
 */
const policy = (deps: Deps) => {
  const { image_api } = deps.config
  const images = image_api.startsWith('http') ? ` ${new URL(image_api).origin}` : ''
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${images}`,
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ')
}

/**
 * `/admin/*`: the admin, one HTML page for all its URLs. `folder` is its build; without a build the admin answers 503
 * and the shop keeps running.
 */
function mountAdminPages(app: Hono, deps: Deps, folder: string): void {
  const root = relative(process.cwd(), folder)
  const assets = serveStatic({
    root,
    precompressed: true,
    rewriteRequestPath: (path) => path.slice('/admin'.length),
    onFound: (_, c) => c.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  app.get('/admin', (c) => c.redirect('/admin/', 301))
  app.use('/admin/assets/*', assets)
  app.get('/admin/assets/*', (c) => c.text('Not found', 404))
  app.get('/admin/*', async (c, next) => {
    if (c.req.path.startsWith('/admin/v1/')) return next()
    const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
    if (page === null) return c.text('The admin is not built: run npm run build -w apps/admin.', 503)
    c.header('content-security-policy', policy(deps))
    c.header('cache-control', 'no-store')
    return c.html(page)
  })
}

const ROLES = ['both', 'web', 'worker'] as const

/**
 * `--role web` serves customers and runs no jobs; `--role worker` runs the jobs and serves only `/healthz` and
 * `/readyz`; without it a process does both.
 * @throws ConfigError for another role, and for anything else on the command line
 */
export function roleOf(argv: string[]): (typeof ROLES)[number] {
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
  mountLetterPictures(app, deps, join(storefront, 'client/pictures'))
  mountPages(
    app,
    deps,
    await loadStorefront(storefront, deps.config.s3 === null ? deps.pictures : null),
    clientOfShop(deps),
  )
  return fastListener(deps, join(storefront, 'client'), getRequestListener(app.fetch))
}

export function serve(): void {
  start().catch((error: unknown) => {
    const isKnown = error instanceof ConfigError || error instanceof SetupError
    process.stderr.write(`${isKnown ? error.message : ((error as Error)?.stack ?? error)}\n`)
    process.exit(1)
  })
}
