import type { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import type { Deps } from '../deps.ts'

/** `/sandbox/*` is answered by the stand-ins, so that a browser needs one address only. Absent in production. */
export function mountSandbox(app: Hono, deps: Deps): void {
  const base = deps.config.sandbox_url
  if (!base) return
  app.get('/sandbox', (c) => c.redirect('/sandbox/'))
  app.all('/sandbox/*', async (c) => {
    const { pathname, search } = new URL(c.req.url)
    // They play other companies, which never see who is logged in here. LINE's own script has a token of LINE's.
    const authorization = pathname.startsWith('/sandbox/line/api/') ? c.req.header('authorization') : undefined
    const headers = { ...c.req.header(), authorization, cookie: undefined }
    try {
      return await proxy(`${base}${pathname}${search}`, { raw: c.req.raw, headers, redirect: 'manual' })
    } catch {
      return c.text('The sandbox does not answer.', 502)
    }
  })
}
