import type { Hono, MiddlewareHandler } from 'hono'
import { proxy } from 'hono/proxy'
import type { Config } from '../config/config.ts'
import { isLocalHost } from '../config/sandbox-rule.ts'
import type { Deps } from '../deps/deps.ts'

type Hosts = Pick<Config, 'public_url' | 'shop_hosts'>

/**
 * Answers only for this machine and the addresses in the settings. A host name that a proxy or a foreign page points
 * here (DNS rebinding) reaches neither the mailbox nor the clock.
 */
export function sandboxHosts({ public_url, shop_hosts }: Hosts): MiddlewareHandler {
  const named = new Set([new URL(public_url).hostname, ...shop_hosts.keys()])
  return async (c, next) => {
    const hostname = URL.parse(`http://${c.req.header('host')}`)?.hostname
    if (!hostname || !(isLocalHost(hostname) || named.has(hostname)))
      return c.text('The sandbox does not answer under this name: PUBLIC_URL says another one.', 403)
    return next()
  }
}

/** `/sandbox/*` is answered by the simulators, so that a browser needs only one address. Absent in production. */
export function mountSandbox(app: Hono, deps: Deps): void {
  const base = deps.config.sandbox_url
  if (!base) return
  app.get('/sandbox', (c) => c.redirect('/sandbox/'))
  app.all('/sandbox/*', async (c) => {
    const { pathname, search } = new URL(c.req.url)
    // The simulators represent other companies, so the shop's session is not passed on to them. LINE's own script sends
    // a LINE token.
    const authorization = pathname.startsWith('/sandbox/line/api/') ? c.req.header('authorization') : undefined
    const headers = { ...c.req.header(), authorization, cookie: undefined }
    try {
      return await proxy(`${base}${pathname}${search}`, { raw: c.req.raw, headers, redirect: 'manual' })
    } catch {
      return c.text('The sandbox does not answer.', 502)
    }
  })
}
