import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { gmoGatewayClient, type Transaction } from '@kushi/adapters/testing/gateway'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type pg from 'pg'

/** Waits until nothing is in progress any more, and returns how long it took. */
export async function settled(pool: pg.Pool, seconds = 240): Promise<number> {
  const began = performance.now()
  const open = `select count(*)::int as n from payment where state in ('intent', 'redirected', 'returned', 'held', 'void_pending')`
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(open)
    const spent = (performance.now() - began) / 1000
    if (rows[0]!.n === 0) return spent
    if (spent > seconds) throw new Error(`${rows[0]!.n} payments stay open`)
    await wait(1_000)
  }
}

/** Checks that every answered key is exactly one order, with the number that was answered. */
export async function compareOrders(pool: pg.Pool, answered: ReadonlyMap<string, string>): Promise<void> {
  const { rows } = await pool.query<{ idempotency_key: string; order_no: string }>(
    'select idempotency_key, order_no from orders where idempotency_key = any($1)',
    [[...answered.keys()]],
  )
  assert.equal(rows.length, answered.size, 'orders in the books for the keys that were answered')
  for (const { idempotency_key, order_no } of rows) assert.equal(order_no, answered.get(idempotency_key))
}

export interface Books {
  payments: number
  yen: number
}

/**
 * Compares card payments to the yen: what the database records as paid exists once at the gateway, and nothing else
 * exists there.
 */
export async function compareCards(pool: pg.Pool, sandboxUrl: string): Promise<Books> {
  const gateway = gmoGatewayClient({ url: sandboxUrl, stop: async () => undefined })
  const stands = ({ status }: Transaction) => ['AUTH', 'SALES', 'CAPTURE'].includes(status)
  const there = (await gateway.transactions()).filter(stands)
  const { rows } = await pool.query<{ provider_order_id: string; amount: number; payment_total: number }>(
    `select provider_order_id, payment.amount, orders.payment_total from payment
     join orders on orders.shop_id = payment.shop_id and orders.id = payment.order_id
     where payment.payment_method_id = $1 and payment.state in ('authorised', 'captured')`,
    [PAYMENT_METHOD.credit_card],
  )
  const line = (number: string, amount: number) => `${number} ${amount}`
  assert.deepEqual(
    there.map(({ order_id, amount }) => line(order_id, amount)).sort(),
    rows.map(({ provider_order_id, amount }) => line(provider_order_id, amount)).sort(),
  )
  for (const one of rows) assert.equal(one.amount, one.payment_total)
  const twice = await pool.query(
    `select order_id from payment where state in ('authorised', 'captured', 'held') group by shop_id, order_id having count(*) > 1`,
  )
  assert.equal(twice.rowCount, 0, 'orders that are paid twice')
  return { payments: rows.length, yen: rows.reduce((sum, { amount }) => sum + amount, 0) }
}

/** Counts job runs and those killed with their process, and checks that no job ran twice at the same time. */
export async function compareJobs(pool: pg.Pool): Promise<{ runs: number; killed: number }> {
  const { rows } = await pool.query<{ runs: number; killed: number }>(
    `select count(*) filter (where state = 'completed')::int as runs, count(*) filter (where state = 'failed')::int as killed from pgboss.job`,
  )
  const beside = await pool.query(
    `select one.name, one.started_on, one.completed_on, other.started_on as other from pgboss.job one
     join pgboss.job other on other.name = one.name and other.id <> one.id
       and other.started_on > one.started_on and other.started_on < one.completed_on
     where one.state = 'completed' and one.name not like '\\_\\_%'`,
  )
  assert.deepEqual(beside.rows, [], 'jobs that ran beside themselves')
  return rows[0]!
}
