import { isDatabaseOutage } from '@kushi/db/outage'
import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Deps } from '../deps/deps.ts'
import { clientAddress } from './request-context.ts'

/** A result is reused for this time: more frequent checks send no further query. */
const keptMs = 1_000

type DatabaseState = 'ok' | 'away' | 'full'

/**
 * `/healthz`: the process runs. `/readyz`: it can serve. 503 while the database does not answer within two seconds or
 * has no space left, and until the jobs of this process have started; other problems are reported beside.
 * `client_address`: whom the server takes the caller for, which `doctor` compares.
 */
export function mountHealth(app: Hono, deps: Deps): void {
  const look = keptFor(keptMs, () => databaseState(deps))
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const client_address = clientAddress(c, deps.config.trust_proxy)
    const { database, outbox_failed } = await look()
    const { jobs } = deps
    const overdue = jobs?.overdue ?? []
    const isReady = database === 'ok' && jobs?.running !== false
    const status = !isReady ? 'unavailable' : overdue.length > 0 ? 'degraded' : 'ready'
    const state = { status, database, jobs: jobs === null ? 'elsewhere' : jobs.running ? 'running' : 'starting' }
    return c.json({ ...state, overdue, outbox_failed, client_address }, isReady ? 200 : 503)
  })
}

async function databaseState({
  database: { db },
}: Deps): Promise<{ database: DatabaseState; outbox_failed: number | null }> {
  const looked = db
    .transaction(async (tx) => {
      // Rows beyond this memory are written to the database's disk: the cheapest check for free space.
      await tx.execute(sql`set local work_mem = '64kB'`)
      await tx.execute(sql`select count(*) from generate_series(1, 20000)`)
      const { rows } = await tx.execute<{ n: number }>(sql`select count(*) as n from outbox where state = 'failed'`)
      return { database: 'ok' as const, outbox_failed: Number(rows[0]!.n) }
    })
    .catch((error: unknown) => ({
      database: isFull(error) ? ('full' as const) : ('away' as const),
      outbox_failed: null,
    }))
  const late = new Promise<{ database: 'away'; outbox_failed: null }>((resolve) =>
    setTimeout(resolve, 2_000, { database: 'away', outbox_failed: null }).unref(),
  )
  return Promise.race([looked, late])
}

/** Disk full (53100), or a limit of this database reached (53400). */
const isFull = (error: unknown): boolean =>
  isDatabaseOutage(error) && /^53[14]00$/.test(String(((error as Error).cause as { code?: string } | undefined)?.code))

function keptFor<T>(ms: number, make: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  let made = 0
  return () => {
    if (!kept || performance.now() - made > ms) {
      made = performance.now()
      kept = make()
    }
    return kept
  }
}
