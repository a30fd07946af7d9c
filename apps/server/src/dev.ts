import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { ServerBuild } from 'react-router'
import { readConfig } from './config/config.ts'
import { awaitLauncherEnvironment } from './config/receive-environment.ts'
import type { Deps } from './deps/deps.ts'
import { listenOrExplain } from './http/listen.ts'
import { clientOfShop } from './http/pages/client-of-shop.ts'
import { mountPages, type RenderPage } from './http/pages/pages.ts'
import { makeRenderer } from './http/pages/storefront.ts'
import { stopOnSignal } from './http/stop-on-signal.ts'
import { startJobs } from './jobs/start-jobs.ts'

const storefront = join(import.meta.dirname, '../../storefront')
const admin = join(import.meta.dirname, '../../admin')

await awaitLauncherEnvironment()

/** `npm run dev`: Vite in front of the API. An edit of a screen or a handler takes effect with the next request. */
const config = readConfig({ ...process.env, NODE_ENV: 'development' })
const http = createServer()
// Imported only here: production does not load Vite.
const { createServer: createVite } = await import(
  import.meta.resolve('vite', `file://${storefront}/package.json`)
).catch(() => import('vite' as string))
const vite = await createVite({
  root: storefront,
  server: { middlewareMode: true, hmr: { server: http } },
  appType: 'custom',
})
const adminVite = await createVite({
  root: admin,
  server: { middlewareMode: true, hmr: { server: http, path: '/admin-hmr' } },
  appType: 'spa',
})

// Loaded by Vite too: if loaded twice, the errors that adapters throw would not match the classes that handlers check.
const wiring = (await vite.ssrLoadModule(
  join(import.meta.dirname, 'deps/make-deps.ts'),
)) as typeof import('./deps/make-deps.ts')
const { deps, close } = await wiring.makeDeps(config)

async function appOfNow(): Promise<Hono> {
  const { createApp } = (await vite.ssrLoadModule(join(import.meta.dirname, 'app.ts'))) as {
    createApp(deps: Deps): Hono
  }
  const app = createApp(deps)
  const render: RenderPage = async (...args) => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
    return makeRenderer(build, 'development', async () => null)(...args)
  }
  mountPages(app, deps, render, clientOfShop(deps))
  return app
}

const listener = getRequestListener(async (request, env) => (await appOfNow()).fetch(request, env))
http.on('request', (req, res) => {
  const isAdmin = req.url?.startsWith('/admin') && !req.url.startsWith('/admin/v1/')
  if (isAdmin) return void adminVite.middlewares(req, res, () => void listener(req, res))
  if (!req.url?.startsWith('/sh/')) return void listener(req, res)
  vite.middlewares(req, res, () => {
    // Vite's middleware strips the base from the URL.
    req.url = (req as { originalUrl?: string }).originalUrl ?? req.url
    void listener(req, res)
  })
})
await listenOrExplain(http, config)
const jobs = startJobs(deps)
stopOnSignal(http, jobs.stop, async () => {
  await Promise.all([vite.close(), adminVite.close()])
  await close()
})
deps.log.info({ url: `${config.public_url}/sh/` }, 'ready')
