import type { Context } from '../../context.ts'
import { inParallel } from '../../in-parallel.ts'
import { findPaymentHold } from '../payment/index.ts'
import { type ChargeResult, chargeDelivery } from './internal/charge-delivery.ts'
import { chargeDeliveryBatch } from './internal/charge-delivery-batch.ts'
import { createRenewalOrder } from './internal/create-renewal-order.ts'
import { listDueSubscriptions, listOpenCharges } from './internal/list-due.ts'
import type { LoadedSubscription } from './internal/load-subscription.ts'
import { notifyNextDeliveries } from './internal/notice-deliveries.ts'
import { writeDeliveryBatch } from './internal/write-delivery-batch.ts'
import { ProviderCircuitBreaker } from './rules/dunning.ts'

/** How many deliveries the daily run notified, arranged, failed, left open, passed over, or could not process. */
export interface DailyRunReport {
  noticed: number
  arranged: number
  failed: number
  open: number
  passed: number
  /** Unexpected errors; each is in the log. */
  broken: number
}

interface RunOptions {
  /**
   * Blocks processed in parallel, each with one call to the provider at a time. Default 6, because with four the
   * process mostly waits for the provider's answers. A block in its transaction holds one of the pool's ten connections.
   */
  workers?: number
  /** Stops after this time, finished or not; the next run continues. */
  budgetMs?: number
}

/**
 * Deliveries written in one transaction. Their subscriptions are locked during it, and with a slow provider the last
 * one waits for all charges before it.
 */
const blockSize = 40

/**
 * 一日の手配 of a shop: first charges that an earlier run left open, then due deliveries, then notices. Safe to run at any
 * time, on any number of processes and repeatedly: a second run finds nothing to do. While payments are on hold it does
 * nothing. If a hold begins during the run, it ends after the deliveries that are written already.
 */
export async function runDailyDeliveries(
  ctx: Context,
  { workers = 6, budgetMs = 540_000 }: RunOptions = {},
): Promise<DailyRunReport> {
  const report: DailyRunReport = { noticed: 0, arranged: 0, failed: 0, open: 0, passed: 0, broken: 0 }
  const end = performance.now() + budgetMs
  const inTime = () => performance.now() < end
  const goesOn = async () => inTime() && !(await findPaymentHold(ctx.db, ctx.shop_id))
  if (!(await goesOn())) return report
  const breaker = new ProviderCircuitBreaker()
  /** Out of time, or the provider does not respond: the payment is written, and the next run begins with it. */
  const mayAsk = (method: number | null) => inTime() && !breaker.isOpen(method)
  const charge = async (number: string, method: number | null): Promise<ChargeResult> => {
    if (!mayAsk(method)) return 'open'
    const result = await chargeDelivery(ctx, number)
    breaker.note(method, result !== 'unanswered')
    return result
  }
  const provider = { mayAsk, note: breaker.note.bind(breaker) }
  const add = (result: ChargeResult) => {
    if (result !== 'to_charge') report[result === 'unanswered' ? 'open' : result] += 1
  }
  const addBroken = (id: string | number, error: unknown) => {
    report.broken += 1
    ctx.log.error({ err: error, subscription: id }, 'delivery not arranged')
  }
  const count = async (id: string | number, work: () => Promise<ChargeResult>) => {
    try {
      add(await work())
    } catch (error) {
      addBroken(id, error)
    }
  }
  const open = await listOpenCharges(ctx, 20_000)
  await inParallel(open, workers, inTime, ({ provider_order_id: number, payment_method_id }) =>
    count(number, () => charge(number, payment_method_id)),
  )
  for (let after = 0; await goesOn(); ) {
    const { due, last } = await listDueSubscriptions(ctx, after, 500)
    if (last === null) break
    const methods = new Map(due.map(({ row }) => [row.id, row.payment_method_id]))
    await inParallel(blocksOf(due), workers, inTime, async (ids) => {
      if (!(await goesOn())) return
      const { written, arranged, others } = await writeDeliveryBatch(ctx, ids)
      const refused: number[] = []
      if (written.length > 0)
        await chargeDeliveryBatch(ctx, written, provider, ({ provider_order_id, subscription_id }, result, error) => {
          if (result === null) addBroken(provider_order_id, error)
          else if (result === 'failed') refused.push(subscription_id)
          else add(result)
        })
      report.arranged += arranged
      // Subscriptions with お支払いできないときに使う方法 are due again by that way.
      for (const id of refused)
        await count(id, async () => {
          const { result } = (await goesOn()) ? await createRenewalOrder(ctx, id) : { result: 'passed' as const }
          return result === 'passed' ? 'failed' : result
        })
      for (const id of others)
        if (await goesOn())
          await count(
            id,
            async () =>
              (await createRenewalOrder(ctx, id, { charge: (number) => charge(number, methods.get(id) ?? null) }))
                .result,
          )
      report.passed += ids.length - written.length - arranged - others.length
    })
    after = last
  }
  report.noticed = await notifyNextDeliveries(ctx, inTime)
  return report
}

function blocksOf(due: readonly LoadedSubscription[]): number[][] {
  const ids = due.map(({ row }) => row.id)
  return Array.from({ length: Math.ceil(ids.length / blockSize) }, (_, n) =>
    ids.slice(n * blockSize, (n + 1) * blockSize),
  )
}
