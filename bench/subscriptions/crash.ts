import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@kushi/db/connect'
import type { RunningShop } from '../shop.ts'
import { fill, sku, stock } from './fill.ts'
import { startRun } from './run.ts'
import { saveCard, vaultMember } from './save-card.ts'

/**
 * All are due. The run is killed `times` times at any point and continues; then the records are compared to the yen.
 */
export async function measureCrashes(shop: RunningShop, { pool, ...database }: Database, count: number, times: number) {
  const gateway = `${shop.env['SANDBOX_URL']}/sandbox/gmo`
  await saveCard(gateway)
  await fill({ pool, ...database }, count, 1)
  // Excludes the demo's own deliveries.
  const ours = `from orders left join payment on payment.shop_id = orders.shop_id and payment.order_id = orders.id
    join customer c on c.shop_id = orders.shop_id and c.id = orders.customer_id and c.gmo_id = '${vaultMember}' where subscription_id is not null`
  const progress = async () => {
    const { rows } = await pool.query<{ steps: number }>(
      `select (count(*) + count(*) filter (where orders.status = 'arranged'))::int as steps ${ours}`,
    )
    return rows[0]!.steps
  }
  // Each is first written, and then arranged.
  const all = 2 * count
  for (let n = 0; n < times; n++) {
    const goal = Math.min(all, (await progress()) + 1 + Math.floor((Math.random() * all) / (times + 1)))
    const run = startRun(shop.env)
    await until(goal, run.child, progress, pool)
    await sleep(Math.random() * 20)
    run.child.kill('SIGKILL')
    await run.ended
    // The lease of the killed process expires.
    await pool.query('update payment set claimed_until = null')
  }
  const last = [startRun(shop.env), startRun(shop.env)]
  await Promise.all(last.map(({ child }) => until(Number.POSITIVE_INFINITY, child, progress, pool)))
  await Promise.all(last.map(({ ended }) => ended))
  const { rows } = await pool.query<{ provider_order_id: string; status: string; payment_total: number }>(
    `select provider_order_id, orders.status, payment_total ${ours}`,
  )
  let agree = 0
  for (const order of rows) {
    const res = await fetch(`${gateway}/transactions.json?order_id=${order.provider_order_id}`)
    const { transactions } = (await res.json()) as { transactions: { status: string; amount: number }[] }
    const authorised = transactions.filter((one) => one.status === 'AUTH')
    if (order.status === 'arranged' && authorised.length === 1 && authorised[0]!.amount === order.payment_total)
      agree += 1
  }
  const { rows: left } = await pool.query<{ stock: number }>('select stock from product_sku where id = $1', [sku])
  const taken = stock - left[0]!.stock
  console.log(
    `killed ${times} times: ${rows.length} orders for ${count} subscriptions, ${agree} agree with the gateway to the yen, ${taken} pieces taken`,
  )
  if (rows.length !== count || agree !== count || taken !== count) process.exitCode = 1
}

/** Longer than a mail, a charge or a lock may take: a run without any change for this long is stuck. */
const timeoutMs = 300_000

/**
 * Waits until the run has progressed this far or has ended.
 * @throws Error with the state of the run and the database if there is no progress
 */
async function until(
  goal: number,
  child: ChildProcess,
  progress: () => Promise<number>,
  pool: Database['pool'],
): Promise<void> {
  let [seen, since] = [-1, performance.now()]
  while (child.exitCode === null && child.signalCode === null) {
    const steps = await progress()
    if (steps >= goal) return
    if (steps !== seen) [seen, since] = [steps, performance.now()]
    if (performance.now() - since > timeoutMs) {
      const { rows } =
        await pool.query(`select pid, state, wait_event_type, wait_event, now() - query_start as since, left(query, 200) as query
        from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
      const { rows: waiting } = await pool.query(`select count(*)::int as mails from outbox where sent_at is null`)
      child.kill('SIGKILL')
      throw new Error(`the run has stood at ${steps} for ${timeoutMs} ms: ${JSON.stringify([waiting, rows], null, 1)}`)
    }
    await sleep(3)
  }
}
