import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@kushi/db/connect'
import { systemClock } from '@kushi/server/deps/clock'
import { jobQueue } from '@kushi/server/jobs/job-queue'
import { addDays } from '@kushi/values/calendar-date'
import { fill, sku, stock } from '../../subscriptions/fill.ts'
import { vaultMember } from '../../subscriptions/save-card.ts'

/** Makes subscriptions due for a drill, and checks the results. */
export function deliveriesIn(database: Database) {
  const { pool } = database
  let due = 0
  const queue = jobQueue(database, () => undefined)

  async function written(): Promise<number> {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from orders join customer c on c.shop_id = orders.shop_id and c.id = orders.customer_id and c.gmo_id = $1 where subscription_id is not null`,
      [vaultMember],
    )
    return rows[0]!.n
  }
  /** Requests the daily run, as the schedule does every ten minutes. */
  const run = () => queue.send('subscription-day')

  /** For the queue, a run whose process died ends after half a minute; one more may wait meanwhile. */
  async function until(isDone: () => Promise<boolean>): Promise<void> {
    for (let turn = 0; !(await isDone()); turn++) {
      if (turn > 300) throw new Error(`${await written()} of ${due} deliveries are written`)
      if (turn % 20 === 19) await run()
      await wait(1_000)
    }
  }

  return {
    due: () => due,
    written,
    /** Makes this many more due today, and requests a run. */
    async fallDue(count: number): Promise<void> {
      due += (await fill(database, count, 1, addDays(systemClock.today(), 8))).due
      await run()
    },
    untilWritten: () => until(async () => (await written()) >= due),
    untilCharged: () =>
      until(async () => {
        const open = await pool.query(`select 1 from payment where state = 'intent' limit 1`)
        return open.rowCount === 0 && (await written()) >= due
      }),
    /** Checks that each due subscription has one paid order for its cycle, and that its stock was taken once. */
    async compare(): Promise<void> {
      const { rows } = await pool.query<{ orders: number; paid: number }>(
        `select count(distinct orders.id)::int as orders, count(payment.id) filter (where payment.state = 'authorised')::int as paid
         from orders join customer c on c.shop_id = orders.shop_id and c.id = orders.customer_id and c.gmo_id = $1
         left join payment on payment.shop_id = orders.shop_id and payment.order_id = orders.id
         where orders.subscription_id is not null group by orders.subscription_id`,
        [vaultMember],
      )
      assert.equal(rows.length, due, 'subscriptions with a delivery')
      assert.deepEqual(
        rows.filter(({ orders, paid }) => orders !== 1 || paid !== 1),
        [],
      )
      const { rows: left } = await pool.query<{ stock: number }>('select stock from product_sku where id = $1', [sku])
      assert.equal(stock - left[0]!.stock, due, 'pieces taken')
    },
  }
}
