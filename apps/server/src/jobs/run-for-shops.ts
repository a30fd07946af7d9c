import type { Database } from '@kushi/db/connect'
import { systemActor } from '@kushi/shop/actor'
import type { Context } from '@kushi/shop/context'
import type { Deps } from '../deps/deps.ts'
import { listShopIds } from '../deps/shop-bases.ts'

/** A job with its schedule (cron, Japan time). */
export interface ScheduledJob {
  cron: string
  /**
   * `installation`: runs once for all shops, for jobs that call no provider; otherwise once per shop, with its own
   * accounts.
   */
  of?: 'installation'
  /** The sandbox runs it for each day by which its clock is moved, in the order of the schedules. */
  each_day?: true
  /** `budgetMs`: the time available for this shop. */
  run(ctx: Context, budgetMs: number): Promise<unknown>
}

interface Work {
  deps: Pick<Deps, 'base' | 'config' | 'delivering' | 'log'>
  /** The jobs' own database connection, with the longer limits for jobs. */
  database: Pick<Database, 'db'>
}

/** Duration of one round; shorter than the time after which a job counts as dead. */
const roundMs = 540_000

/** The shop where a round was cut off, by job name: the next round begins there. */
const cutOff = new Map<string, number>()

/**
 * One round of a job. A failing shop is logged and does not delay the others; the remaining time is shared by the
 * remaining shops. `broken`: parts of it failed and were logged by the job itself.
 */
export async function runForShops(work: Work, name: string, job: ScheduledJob, budgetMs = roundMs) {
  const { deps, database } = work
  const end = performance.now() + budgetMs
  const shops =
    job.of === 'installation'
      ? [deps.config.default_shop_id]
      : beginningAt(await listShopIds(database.db), cutOff.get(name) ?? 0)
  cutOff.delete(name)
  const outcomes = new Set<'broken' | 'failed'>()
  for (const [n, shop_id] of shops.entries()) {
    const left = end - performance.now()
    if (n > 0 && left <= 0) {
      cutOff.set(name, shop_id)
      deps.log.warn({ job: name, shop_id }, 'a job goes on with this shop next time')
      break
    }
    try {
      const ctx = await contextOf(work, name, shop_id)
      const own = Math.max(left / (shops.length - n), 0)
      const report = await deps.delivering(() => job.run(ctx, own), database.db)
      if ((report as { broken?: number } | undefined)?.broken) outcomes.add('broken')
    } catch (error) {
      outcomes.add('failed')
      // The next tick retries: a failing schedule must be visible, not retried in a hurry.
      deps.log.error({ err: error, job: name, shop_id }, 'job failed')
    }
  }
  return outcomes.has('failed') ? 'failed' : outcomes.has('broken') ? 'broken' : 'ok'
}

const beginningAt = (shops: number[], first: number) => [
  ...shops.filter((id) => id >= first),
  ...shops.filter((id) => id < first),
]

/** Jobs act for the shop itself, without a member or operator. */
const contextOf = async ({ deps, database }: Work, name: string, shop_id: number): Promise<Context> => ({
  ...(await deps.base(shop_id)),
  db: database.db,
  shop_id,
  client_id: 'jobs',
  customer_id: null,
  actor: systemActor(name),
  token_hash: null,
  ip: '',
  user_agent: '',
})
