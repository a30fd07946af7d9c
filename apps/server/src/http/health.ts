import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'

/** `/healthz`: the process runs. `/readyz`: it can serve, the database answers within two seconds. */
export function mountHealth(app: Hono, deps: Deps): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const answered = deps.base.db.execute(sql`select 1`).then(
      () => true,
      () => false,
    )
    const ready = await Promise.race([
      answered,
      new Promise<false>((resolve) => setTimeout(resolve, 2000, false).unref()),
    ])
    return ready ? c.json({ status: 'ready' }) : c.json({ status: 'unavailable' }, 503)
  })
}
