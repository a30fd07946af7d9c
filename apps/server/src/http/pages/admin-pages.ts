import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { Deps } from '../../deps/deps.ts'

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
export function mountAdminPages(app: Hono, deps: Deps, folder: string): void {
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
