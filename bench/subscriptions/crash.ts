import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@kushi/db/connect'
import type { RunningShop } from '../shop.ts'
import { fill, sku, stock } from './fill.ts'
import { startRun } from './run.ts'
import { saveCard, vaultMember } from './save-card.ts'

/** All are due; the run is killed `times` times wherever it is, goes on, and then the books are compared to the yen. */
export async function measureCrashes(shop: RunningShop, { pool, ...database }: Database, count: number, times: number) {
  const gateway = `${shop.env['SANDBOX_URL']}/sandbox/gmo`
  await saveCard(gateway)
  await fill({ pool, ...database }, count, 1)
  // The demo has deliveries of its own.
  const ours = `from orders left join payment on payment.shop_id = orders.shop_id and payment.order_id = orders.id
    join customer c on c.shop_id = orders.shop_id and c.id = orders.customer_id and c.gmo_id = '${vaultMember}' where subscription_id is not null`
  const written = async () => (await pool.query(`select 1 ${ours}`)).rowCount!
  const each = Math.floor(count / (times + 1))
  for (let n = 0; n < times; n++) {
    const until = (await written()) + 1 + Math.floor(Math.random() * each)
    const { child, ended } = startRun(shop.env)
    while (child.exitCode === null && child.signalCode === null && (await written()) < until) await sleep(3)
    await sleep(Math.random() * 20)
    child.kill('SIGKILL')
    await ended
    // The lease of the dead runs out.
    await pool.query('update payment set claimed_until = null')
  }
  await Promise.all([startRun(shop.env).ended, startRun(shop.env).ended])
  const { rows } = await pool.query<{ provider_order_id: string; status: string; payment_total: number }>(
    `select provider_order_id, orders.status, payment_total ${ours}`,
  )
  let agree = 0
  for (const order of rows) {
    const res = await fetch(`${gateway}/transactions.json?order_id=${order.provider_order_id}`)
    const { transactions } = (await res.json()) as { transactions: { status: string; amount: number }[] }
    const held = transactions.filter((one) => one.status === 'AUTH')
    if (order.status === 'arranged' && held.length === 1 && held[0]!.amount === order.payment_total) agree += 1
  }
  const { rows: left } = await pool.query<{ stock: number }>('select stock from product_sku where id = $1', [sku])
  const taken = stock - left[0]!.stock
  console.log(
    `killed ${times} times: ${rows.length} orders for ${count} subscriptions, ${agree} agree with the gateway to the yen, ${taken} pieces taken`,
  )
  if (rows.length !== count || agree !== count || taken !== count) process.exitCode = 1
}
