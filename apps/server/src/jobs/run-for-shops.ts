import type { Database } from '@kushi/db/connect'
import { systemActor } from '@kushi/shop/actor'
import type { Context } from '@kushi/shop/context'
import type { Deps } from '../deps.ts'
import { shopsOf } from '../shops-of.ts'

export interface Job {
  cron: string
  /** `installation`: once for all shops, for what asks no provider; else for each shop, with its own accounts. */
  of?: 'installation'
  /** `budgetMs`: the time that is this shop's. */
  run(ctx: Context, budgetMs: number): Promise<unknown>
}

interface Work {
  deps: Pick<Deps, 'base' | 'config' | 'log'>
  /** The jobs' own, with the patience that nobody waits for. */
  database: Pick<Database, 'db'>
}

/** Of one round, below what counts as dead. */
const roundMs = 540_000

/** Where a round was cut off, by the job's name: the next one begins there. */
const cutOff = new Map<string, number>()

/**
 * One round of a job. A shop that fails is logged and keeps no other waiting; what is left of the round's time is shared by
 * the shops that are left. `broken`: parts of it failed, and are told by the job itself.
 */
export async function runForShops(work: Work, name: string, job: Job, budgetMs = roundMs) {
  const { deps, database } = work
  const end = performance.now() + budgetMs
  const shops =
    job.of === 'installation'
      ? [deps.config.default_shop_id]
      : beginningAt(await shopsOf(database.db), cutOff.get(name) ?? 0)
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
      const report = await job.run(await contextOf(work, name, shop_id), Math.max(left / (shops.length - n), 0))
      if ((report as { broken?: number } | undefined)?.broken) outcomes.add('broken')
    } catch (error) {
      outcomes.add('failed')
      // The next tick tries again; a failing schedule must be seen, not retried in a hurry.
      deps.log.error({ err: error, job: name, shop_id }, 'job failed')
    }
  }
  return outcomes.has('failed') ? 'failed' : outcomes.has('broken') ? 'broken' : 'ok'
}

const beginningAt = (shops: number[], first: number) => [
  ...shops.filter((id) => id >= first),
  ...shops.filter((id) => id < first),
]

/** Jobs act for the shop itself, on behalf of nobody. */
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
