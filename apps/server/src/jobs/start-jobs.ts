import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, jobTimeouts, openDatabase } from '@kushi/db/connect'
import { bookMissingOrders } from '@kushi/shop/accounting/ledger/book'
import { rollUpSalesDays } from '@kushi/shop/accounting/ledger/roll-up-sales'
import { processSettlementFiles } from '@kushi/shop/accounting/settlement/process-settlement-files'
import { grantExpireAndNotifyPoints } from '@kushi/shop/catalogue/point/run-points'
import { notifyRestocked } from '@kushi/shop/catalogue/product/restock'
import { stopUnpublishablePromotions } from '@kushi/shop/catalogue/promotion/stop-forbidden'
import { runAfterHooks } from '@kushi/shop/foundation/extension/run-after-hooks'
import { removeUnusedPictures } from '@kushi/shop/foundation/picture/remove-unused'
import { deleteExpiredRows } from '@kushi/shop/foundation/retention/delete-expired-rows'
import { sendConversions } from '@kushi/shop/growth/conversion/send-conversions'
import { writeMissingFacts } from '@kushi/shop/growth/report/figures'
import { sendReportMails } from '@kushi/shop/growth/report/send-report-mails'
import { deliverOutbox } from '@kushi/shop/messaging/message/deliver-outbox'
import { deliverWebhooks } from '@kushi/shop/messaging/webhook/deliver-webhooks'
import { processBulkJobs } from '@kushi/shop/operation/bulk/process-bulk-jobs'
import { checkStatedCharges } from '@kushi/shop/operation/configuration/check-charges'
import { completeWithdrawals } from '@kushi/shop/operation/membership/end-withdrawals'
import { eraseExpiredPersonalData } from '@kushi/shop/operation/membership/erase-expired'
import { deleteFormerMemberCards } from '@kushi/shop/operation/membership/forget-cards'
import { processMoveIn } from '@kushi/shop/operation/move-in/process-move-in'
import { applyDueChangesOfAllShops } from '@kushi/shop/operation/schedule/apply-due'
import { closeExpiredActingSessions } from '@kushi/shop/people/acting/end-acting'
import { decideRanks } from '@kushi/shop/people/customer/decide-ranks'
import { backfillPersonSigns } from '@kushi/shop/people/person/backfill-person-signs'
import { remindCarts } from '@kushi/shop/sales/cart/remind-carts'
import { sendPaymentReminders } from '@kushi/shop/sales/checkout/remind-to-pay'
import { repairPayments } from '@kushi/shop/sales/checkout/repair-payments'
import { markDeliveredByTerm } from '@kushi/shop/sales/fulfilment/mark-delivered-by-term'
import { shipConfirmedParcels } from '@kushi/shop/sales/fulfilment/ship-waiting'
import { markRepeatOrders } from '@kushi/shop/sales/order/mark-repeats'
import { revokeLinkedAccounts } from '@kushi/shop/sales/payment/linked-accounts'
import { reconcilePayments } from '@kushi/shop/sales/payment/reconcile-payments'
import { refundDue } from '@kushi/shop/sales/refund/refund-due'
import { recordDeliveryForecast } from '@kushi/shop/sales/subscription/admin/calendar'
import { recordMissingAgreedTerms } from '@kushi/shop/sales/subscription/agree-terms'
import { expirePriceOffers } from '@kushi/shop/sales/subscription/expire-price-offers'
import { reservePromisedGifts } from '@kushi/shop/sales/subscription/index'
import { migrateYearlyRefundsToCredits } from '@kushi/shop/sales/subscription/migrate-yearly-refunds'
import { runDailyDeliveries } from '@kushi/shop/sales/subscription/run-day'
import { warnExpiringCards } from '@kushi/shop/sales/subscription/warn-cards'
import type { PgBoss } from 'pg-boss'
import type { Config } from '../config/config.ts'
import type { Deps } from '../deps/deps.ts'
import { extensionJobs } from '../extensions/extension-jobs.ts'
import { extensions } from '../extensions/registered.ts'
import { traceDatabase } from '../trace/trace-database.ts'
import { type Clocks, watchClockJumps } from './clock-watch.ts'
import { jobQueue, resetFutureTimestamps } from './job-queue.ts'
import { type JobsState, overdueJobs } from './overdue.ts'
import { runForShops, type ScheduledJob } from './run-for-shops.ts'

/**
 * A schedule (cron, Japan time) and the handler that it runs for each shop. Each runs on one process at a time, on any
 * that is free.
 */
export const shopJobs: Record<string, ScheduledJob> = {
  // Applies scheduled changes even if no request arrives.
  'scheduled-change': { cron: '* * * * *', of: 'installation', run: applyDueChangesOfAllShops },
  'outbox-deliver': { cron: '* * * * *', run: deliverOutbox },
  'webhook-deliver': { cron: '* * * * *', run: deliverWebhooks },
  'conversion-send': { cron: '* * * * *', run: sendConversions },
  'extension-after': { cron: '* * * * *', run: runAfterHooks },
  'payment-reminder': { cron: '*/10 * * * *', run: (ctx) => sendPaymentReminders(ctx) },
  'payment-repair': { cron: '* * * * *', run: (ctx) => repairPayments(ctx) },
  'payment-refund': { cron: '* * * * *', run: (ctx) => refundDue(ctx) },
  'payment-reconcile': { cron: '7 5 * * *', run: (ctx, budgetMs) => reconcilePayments(ctx, { budgetMs }) },
  // Contracts that moved in, or that a process of the last version wrote.
  'subscription-terms': { cron: '*/10 * * * *', run: recordMissingAgreedTerms },
  // Refunds that servers of 0.4.0 left in events, before an upgrade or beside this server.
  'subscription-owed': { cron: '*/10 * * * *', run: migrateYearlyRefundsToCredits },
  // Starts the day; the rest of the day it catches up with work that failed, was repaired, or was cut off.
  'subscription-day': {
    cron: '*/10 * * * *',
    each_day: true,
    run: (ctx, budgetMs) => runDailyDeliveries(ctx, { budgetMs }),
  },
  // Reserves gifts promised to contracts, before others buy them.
  'gift-set-aside': { cron: '3 0 * * *', each_day: true, run: reservePromisedGifts },
  // Completes 退会 that waited for open orders.
  'membership-end': { cron: '*/10 * * * *', run: completeWithdrawals },
  'card-expiry': { cron: '47 8-18 * * *', each_day: true, run: warnExpiringCards },
  'price-offer': { cron: '19 * * * *', each_day: true, run: expirePriceOffers },
  // Ships confirmed parcels whose truck has come, and those that a crash left.
  'parcel-shipped': { cron: '* * * * *', run: (ctx) => shipConfirmedParcels(ctx) },
  // Started by an operator; after a crash each row is either done once or not begun.
  'bulk-job': { cron: '* * * * *', run: (ctx, budgetMs) => processBulkJobs(ctx, { budgetMs }) },
  'move-in': { cron: '* * * * *', run: (ctx, budgetMs) => processMoveIn(ctx, { budgetMs }) },
  // Compares the stated charges with those of sample purchases.
  'self-purchase': { cron: '41 2 * * *', run: checkStatedCharges },
  // Stops promotions that the law no longer allows.
  'promotion-check': { cron: '0 0 * * *', each_day: true, run: stopUnpublishablePromotions },
  'parcel-received': { cron: '23 * * * *', run: markDeliveredByTerm },
  // Books the sales of servers of the previous version, before an upgrade or beside this server.
  'ledger-fill': { cron: '23 4 * * *', run: async (ctx) => void (await bookMissingOrders(ctx)) },
  'figures-fill': { cron: '37 4 * * *', run: writeMissingFacts },
  'forecast-note': { cron: '41 0 * * *', each_day: true, run: recordDeliveryForecast },
  // Saved reports of Monday and of the 1st; hourly, so that a machine that was down catches up.
  'report-mail': { cron: '9 * * * *', run: sendReportMails },
  'sales-roll': { cron: '*/5 * * * *', run: async (ctx) => void (await rollUpSalesDays(ctx)) },
  'settlement-read': { cron: '* * * * *', run: (ctx, budgetMs) => processSettlementFiles(ctx, { budgetMs }) },
  'order-repeat': { cron: '13 * * * *', run: (ctx, budgetMs) => markRepeatOrders(ctx, budgetMs) },
  // Once, in a shop that has orders from before; and anew after a new key.
  'person-sign': { cron: '29 * * * *', run: (ctx, budgetMs) => backfillPersonSigns(ctx, budgetMs) },
  // Runs daily, so that a machine that was down on the 1st catches up; decides once a month even if it runs twice.
  'customer-rank': { cron: '11 0 * * *', each_day: true, run: decideRanks },
  // Grants, expires and announces, each once.
  point: { cron: '49 * * * *', each_day: true, run: grantExpireAndNotifyPoints },
  'product-restocked': { cron: '*/5 * * * *', run: notifyRestocked },
  'cart-reminder': { cron: '* * * * *', each_day: true, run: remindCarts },
  'acting-close': { cron: '*/10 * * * *', of: 'installation', run: closeExpiredActingSessions },
  // Deletes expired rows, by the facts of their tables.
  retention: { cron: '17 * * * *', of: 'installation', run: deleteExpiredRows },
  'privacy-kept': { cron: '41 3 * * *', run: eraseExpiredPersonalData },
  'picture-removal': { cron: '19 4 * * *', run: removeUnusedPictures },
  'linked-account': { cron: '*/10 * * * *', run: revokeLinkedAccounts },
  'former-cards': { cron: '33 * * * *', run: deleteFormerMemberCards },
}

const allJobs = (config: Pick<Config, 'extension_folder'>) => ({ ...shopJobs, ...extensionJobs(extensions, config) })

/** `doctor` compares the actual runs with these. */
export const shopSchedules: Readonly<Record<string, { cron: string }>> = allJobs({ extension_folder: '' })

interface Options {
  jobs?: Record<string, ScheduledJob>
  clocks?: Clocks
  /** Milliseconds between two checks of the clock; every twelfth time the schedules are checked too. */
  watchMs?: number
  pollingIntervalSeconds?: number
}

/**
 * Starts the jobs in the background: without them the shop serves requests, but is not ready. Queues are stored in the
 * same database, in the schema `pgboss`, over separate connections. Restarts when the machine's clock was set, or when
 * its schedules stop running.
 */
export function startJobs(deps: Deps, options: Options = {}): { state: JobsState; stop(): Promise<void> } {
  const { database_url, database_direct_url } = deps.config
  const url = database_direct_url ?? database_url
  const database = openDatabase(url, { ...jobTimeouts, max: 5, application_name: 'kushi jobs' })
  traceDatabase(database.pool, deps.trace)
  const abort = new AbortController()
  const state: JobsState = { running: false, overdue: [] }
  deps.jobs = state
  const ended = live({ deps, database, state, signal: abort.signal, options })
  return {
    state,
    async stop() {
      abort.abort()
      await ended
      // Mails that a job has begun to send are recorded over its connections.
      await deps.settled()
      await database.close()
    },
  }
}

interface Clockwork {
  deps: Deps
  database: Database
  state: JobsState
  signal: AbortSignal
  options: Options
}

/** Restarts in a loop until the process ends. */
async function live(work: Clockwork): Promise<void> {
  const { deps, database, state, signal, options } = work
  while (!signal.aborted) {
    const boss = jobQueue(database, (error) => deps.log.error({ err: error }, 'job queue'))
    try {
      await resetFutureTimestamps(database)
      await boss.start()
      const jobs = Object.entries(options.jobs ?? allJobs(deps.config))
      const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      await Promise.all(
        jobs.map(async ([name, job]) => {
          await ensureQueue(boss, name, queues.get(name))
          await startJob(work, boss, name, job)
        }),
      )
      await endFormer(boss, [...queues.keys()], new Set(jobs.map(([name]) => name)))
      state.running = true
      await untilWrong(work)
    } catch (error) {
      deps.log.error({ err: error }, 'jobs not started')
      await rest(10_000, signal)
    } finally {
      state.running = false
      await boss.stop({ graceful: true, timeout: 6_000 }).catch(() => undefined)
    }
  }
}

/**
 * Ends jobs that an earlier version had. During an upgrade its servers still ask for their queue, so that goes at the
 * start after the one that ends the schedule.
 */
async function endFormer(boss: PgBoss, queues: readonly string[], own: ReadonlySet<string>): Promise<void> {
  const former = queues.filter((name) => !own.has(name) && isOurs(name))
  const scheduled = new Set((await boss.getSchedules()).map(({ name }) => name))
  for (const name of former) await (scheduled.has(name) ? boss.unschedule(name) : boss.deleteQueue(name))
}

const isOurs = (name: string) => !name.startsWith('__pgboss__')

/** Resolves when the clock was set, when schedules stop running, or when the process ends. */
async function untilWrong({ deps, database, state, signal, options }: Clockwork): Promise<void> {
  const { jobs = allJobs(deps.config), watchMs = 5_000 } = options
  const movedBy = watchClockJumps(options.clocks)
  const began = performance.now()
  for (let look = 1; !signal.aborted; look++) {
    await rest(watchMs, signal)
    const moved = movedBy()
    if (moved !== 0) return deps.log.warn({ moved_ms: Math.round(moved) }, 'the clock was set: jobs begin anew')
    if (look % 12 !== 0) continue
    const before = state.overdue
    state.overdue = await overdueJobs(database, jobs, (performance.now() - began) / 60_000).catch(() => before)
    if (state.overdue.length === 0) continue
    deps.log.error({ jobs: state.overdue }, 'schedules are overdue')
    if (before.length === 0) return deps.log.warn({}, 'jobs begin anew')
  }
}

const rest = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)

/**
 * One waiting and one running job over all processes. One of a killed process counts as dead after its heartbeat, and the
 * next begins once that was noticed and read: within 40 s of the kill.
 */
const queueLimits = { retryLimit: 0, expireInSeconds: 600, heartbeatSeconds: 15 }

type QueueLimits = { [name in keyof typeof queueLimits]?: number | null | undefined }

/** `standing`: the queue as it is, from an earlier version perhaps; undefined: there is none. */
async function ensureQueue(boss: PgBoss, name: string, standing: QueueLimits | undefined): Promise<void> {
  const names = Object.keys(queueLimits) as (keyof QueueLimits)[]
  if (standing && names.every((limit) => standing[limit] === queueLimits[limit])) return
  if (standing === undefined) await boss.createQueue(name, { policy: 'stately', ...queueLimits })
  else await boss.updateQueue(name, queueLimits)
}

async function startJob(work: Clockwork, boss: PgBoss, name: string, job: ScheduledJob): Promise<void> {
  const { deps, options } = work
  const run: ScheduledJob['run'] = (ctx, budgetMs) =>
    deps.trace.span({ name: `shop of job ${name}`, attributes: { 'kushi.shop_id': ctx.shop_id } }, () =>
      job.run(ctx, budgetMs),
    )
  await boss.work(name, { pollingIntervalSeconds: options.pollingIntervalSeconds ?? 5 }, async () => {
    const began = performance.now()
    const note = (outcome: 'ok' | 'broken' | 'failed') =>
      deps.metrics.job({ job: name, outcome, ms: performance.now() - began })
    try {
      await deps.scheduledChanges.catchUp()
      note(await deps.trace.span({ name: `job ${name}` }, () => runForShops(work, name, { ...job, run })))
    } catch (error) {
      note('failed')
      deps.log.error({ err: error, job: name }, 'job failed')
    }
  })
  await boss.schedule(name, job.cron, null, { tz: 'Asia/Tokyo' })
}
