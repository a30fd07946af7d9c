import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Env } from './core/faults.ts'
import { done } from './core/script-routes.ts'
import { createScripts } from './core/scripts.ts'
import { openStore } from './core/store.ts'
import { homePage } from './home/home.ts'
import { providers } from './providers.ts'

/** Bytes. A provider receives a few kilobytes, a carrier's program a file of some hundred labels. */
const most = 1024 * 1024

/**
 * Hono's own limit creates a new Request from the adapter's, which only works where the adapter replaces the global
 * class.
 */
const boundedBody: MiddlewareHandler<Env> = async (c, next) => {
  const tooLarge = () => c.text('Payload Too Large', 413)
  if (Number(c.req.header('content-length') ?? 0) > most) return tooLarge()
  if (c.req.header('transfer-encoding') === undefined) return next()
  const parts: Buffer[] = []
  let length = 0
  for await (const part of c.env.incoming) {
    length += part.length
    if (length > most) return tooLarge()
    parts.push(part)
  }
  const { url, method, headers } = c.req.raw
  c.req.raw = new Request(url, { method, headers, body: Buffer.concat(parts) })
  return next()
}

/** Calls that the real services accept from other sites too. */
const OPEN =
  /^\/sandbox\/(gmo\/(token|3ds\/|payment\/)|line\/api\/|amazon\/(v2|checkout)\/|paypay\/(v1|v2|pay|link)\/|paidy\/(payments\/|checkout)|gmo-openapi\/(wallet|credit|tds2|order|pay|authenticate|apple-pay)\/)/

/**
 * Changing requests are accepted only from our own site, so that a foreign web page cannot empty a developer's sandbox.
 */
const sameSite: MiddlewareHandler = async (c, next) => {
  const safe = c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS'
  if (!safe && c.req.header('sec-fetch-site') === 'cross-site' && !OPEN.test(c.req.path))
    return c.json({ error: 'cross-site' }, 403)
  return next()
}

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

/** Starts every simulator in this process. */
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
