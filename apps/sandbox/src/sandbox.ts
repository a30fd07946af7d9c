import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { boundedBody } from './core/bounded-body.ts'
import type { Env } from './core/faults.ts'
import { sameSite } from './core/same-site.ts'
import { done } from './core/script-routes.ts'
import { createScripts } from './core/scripts.ts'
import { openStore } from './core/store.ts'
import { homePage } from './home/home.ts'
import { providers } from './providers.ts'

export type SandboxOptions = {
  port?: number
  host?: string
  smtpPort?: number
  /** Without it, nothing is kept after `stop()`. */
  dataDir?: string
  /** URL under which a browser reaches the sandbox; defaults to its own address. */
  publicUrl?: string
  env?: Record<string, string | undefined>
  now?: () => Date
}

export type Sandbox = {
  /** `http://host:port`, without a path. */
  url: string
  port: number
  smtpPort: number
  /** Deletes everything except the counters. */
  reset(): void
  stop(): Promise<void>
}

/** Starts every stand-in in this process. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1'
  const store = openStore(options.dataDir)
  let url = ''
  const setting = {
    store,
    scripts: createScripts(store),
    publicUrl: () => (options.publicUrl ?? url).replace(/\/$/, ''),
    now: options.now ?? (() => new Date()),
    env: options.env ?? {},
    host,
    smtpPort: options.smtpPort ?? 0,
  }
  const { all, mail } = providers(setting)
  const reset = () => store.clear()

  const app = new Hono<Env>()
  app.use(boundedBody)
  app.use('/sandbox/*', sameSite)
  app.get('/sandbox', (c) => c.redirect('/sandbox/'))
  app.get('/sandbox/', () => homePage(all))
  app.get('/sandbox/health', (c) => c.json({ ok: true }))
  app.post('/sandbox/reset', (c) => {
    reset()
    return done(c.req.raw, '/sandbox/', { ok: true })
  })
  for (const provider of all) {
    app.get(`/sandbox/${provider.name}`, (c) => c.redirect(`/sandbox/${provider.name}/`))
    app.route(`/sandbox/${provider.name}/`, provider.routes)
    if (provider.root) app.route(...provider.root)
  }
  app.onError((error, c) => {
    console.error(error)
    return c.text('Internal Server Error', 500)
  })

  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, resolve)
  })
  const { port } = server.address() as AddressInfo
  url = `http://${host}:${port}`
  for (const provider of all) await provider.start?.()

  return {
    url,
    port,
    smtpPort: mail.smtpPort(),
    reset,
    async stop() {
      for (const provider of all) await provider.stop?.()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      store.close()
    },
  }
}
