import { setTimeout as sleep } from 'node:timers/promises'
import { remindCarts } from '@kushi/shop/abandonment/remind-carts'
import { purgeCartSyncs } from '@kushi/shop/cart/sync-cart'
import type { Context } from '@kushi/shop/context'
import { purgeNonces } from '@kushi/shop/environment/nonce'
import { purgeLimits } from '@kushi/shop/limit/take'
import { purgeLinkNonces } from '@kushi/shop/line/link-nonce'
import { purgeWebhookEvents } from '@kushi/shop/line/receive-webhook'
import { purgeTokens } from '@kushi/shop/one-time-token/use-token'
import { deliverOutbox } from '@kushi/shop/outbox/deliver-outbox'
import { purgeDeclines } from '@kushi/shop/payment/card-lock'
import { reconcilePayments } from '@kushi/shop/payment/reconcile-payments'
import { repairPayments } from '@kushi/shop/payment/repair-payments'
import { purgeSessions } from '@kushi/shop/session/revoke-session'
import { runDay } from '@kushi/shop/subscription/run-day'
import { PgBoss } from 'pg-boss'
import type { Deps } from '../deps.ts'

interface Job {
  cron: string
  run(ctx: Context): Promise<unknown>
}

/** A schedule (cron, Japan time) and the verb that it runs. Each runs on one process at a time, whichever is free. */
const jobs: Record<string, Job> = {
  'outbox-deliver': { cron: '* * * * *', run: deliverOutbox },
  'payment-repair': { cron: '* * * * *', run: repairPayments },
  'payment-reconcile': { cron: '7 5 * * *', run: (ctx) => reconcilePayments(ctx) },
  // The day begins with it; the rest of the day it catches up with what failed, was repaired, or was cut off.
  'subscription-day': { cron: '*/10 * * * *', run: (ctx) => runDay(ctx) },
  'line-event-purge': { cron: '7 4 * * *', run: purgeWebhookEvents },
  'cart-reminder': { cron: '* * * * *', run: remindCarts },
  'limit-purge': { cron: '17 * * * *', run: (ctx) => purgeLimits(ctx.db, ctx.clock) },
  'decline-purge': { cron: '27 * * * *', run: purgeDeclines },
  'session-purge': { cron: '47 * * * *', run: (ctx) => purgeSessions(ctx.db, ctx.clock) },
  'line-nonce-purge': { cron: '59 * * * *', run: (ctx) => purgeLinkNonces(ctx.db, ctx.clock) },
  'token-purge': { cron: '57 * * * *', run: (ctx) => purgeTokens(ctx.db, ctx.clock) },
  'cart-sync-purge': { cron: '27 4 * * *', run: (ctx) => purgeCartSyncs(ctx.db, ctx.clock) },
  'nonce-purge': { cron: '37 * * * *', run: (ctx) => purgeNonces(ctx.db, ctx.clock) },
}

/**
 * Starts the clockwork behind the shop, in the background: the shop is open without it. It keeps its queues in the same
 * database, in the schema `pgboss`.
 */
export function startJobs(deps: Deps): { stop(): Promise<void> } {
  const boss = new PgBoss({ connectionString: deps.config.database_url, max: 3, application_name: 'kushi jobs' })
  boss.on('error', (error) => deps.log.error({ err: error }, 'job queue'))
  const abort = new AbortController()
  const started = startSoon(deps, boss, abort.signal)
  return {
    async stop() {
      abort.abort()
      if (await started) await boss.stop({ graceful: true, timeout: 8_000 })
    },
  }
}

/** Tries until the database lets it, or until the process ends. */
async function startSoon(deps: Deps, boss: PgBoss, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted)
    try {
      await boss.start()
      for (const [name, job] of Object.entries(jobs)) await startJob(deps, boss, name, job)
      return true
    } catch (error) {
      deps.log.error({ err: error }, 'jobs not started')
      await sleep(10_000, undefined, { signal }).catch(() => undefined)
    }
  return false
}

async function startJob(deps: Deps, boss: PgBoss, name: string, { cron, run }: Job): Promise<void> {
  // One waiting and one at work, over all processes; that of a process that was killed counts as dead in half a minute.
  await boss.createQueue(name, { policy: 'stately', retryLimit: 0, expireInSeconds: 600, heartbeatSeconds: 30 })
  await boss.work(name, { pollingIntervalSeconds: 5 }, async () => {
    try {
      await run(jobContext(deps))
    } catch (error) {
      // The next tick tries again; a failing schedule must be seen, not retried in a hurry.
      deps.log.error({ err: error, job: name }, 'job failed')
    }
  })
  await boss.schedule(name, cron, null, { tz: 'Asia/Tokyo' })
}

/** Jobs act for the shop itself, on behalf of nobody. */
const jobContext = (deps: Deps): Context => ({
  ...deps.base,
  shop_id: deps.config.default_shop_id,
  client_id: 'jobs',
  customer_id: null,
  token_hash: null,
  ip: '',
  user_agent: '',
})
