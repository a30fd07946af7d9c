import type { Db } from '@kushi/db/connect'
import { orders } from '@kushi/db/schema/order'
import { payment, payment_event } from '@kushi/db/schema/payment'
import { subscription_event } from '@kushi/db/schema/subscription'
import { refersToCondition } from '@kushi/db/shop-scope'
import { eq, getTableColumns } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { PaymentRefused, PaymentUnavailable } from '../../../ports/payment-port.ts'
import { setUpDailyRunTest } from '../../../testing/daily-run-test.ts'
import { loadQueuedMails } from '../../../testing/outbox.ts'
import { insertSubscribedMember, loadSubscriptionRow } from '../../../testing/subscription.ts'
import { runDailyDeliveries } from '../run-day.ts'
import { type ChargeResult, chargeDelivery } from './charge-delivery.ts'
import { chargeDeliveryBatch } from './charge-delivery-batch.ts'
import { writeDelivery } from './write-delivery.ts'
import { writeDeliveryBatch } from './write-delivery-batch.ts'

const day = await setUpDailyRunTest()
const { db } = day

const provider = { mayAsk: () => true, note: () => undefined }
async function written(n: number) {
  const ids: number[] = []
  for (let i = 0; i < n; i++) ids.push((await insertSubscribedMember(db, day.ctx)).id)
  return { ids, all: (await writeDeliveryBatch(day.ctx, ids)).written }
}
async function charge(all: Awaited<ReturnType<typeof written>>['all']) {
  const results: (ChargeResult | null)[] = []
  await chargeDeliveryBatch(day.ctx, all, provider, (one, result) => {
    results[all.indexOf(one)] = result
  })
  return results
}
const states = async () => {
  const rows = await db
    .select({ status: orders.status, state: payment.state, claimed_until: payment.claimed_until })
    .from(orders)
    .innerJoin(payment, refersToCondition(payment.order_id, orders))
    .orderBy(orders.id)
  return rows.map(({ status, state, claimed_until }) => [status, state, claimed_until])
}
const arranged = ['arranged', 'authorised', null]

test('writes the same rows as a delivery charged individually', async () => {
  const { ids, all } = await written(1)
  await charge(all)
  const { id } = await insertSubscribedMember(db, day.ctx)
  const { provider_order_id } = await writeDelivery(day.ctx, id)
  await chargeDelivery(day.ctx, provider_order_id!)
  const leftBy = async (one: number) => {
    const of = async (text: string) => (await db.$client.query(text, [one])).rows as Record<string, unknown>[]
    const order = 'select id from orders where subscription_id = $1'
    const rows = [
      ...(await of(`select status from orders where subscription_id = $1`)),
      ...(await of(`select status, actor_kind from order_status_event where order_id in (${order}) order by id`)),
      ...(await of(`select state, amount, claimed_until from payment where order_id in (${order})`)),
      ...(await of(`select event, detail, actor_kind from payment_event where payment_id in (
        select id from payment where order_id in (${order})) order by id`)),
      ...(await of('select outcome, attempt from billing_attempt where subscription_id = $1')),
      ...(await of('select summary_status, version from subscription where id = $1')),
      ...(await of(`select event, detail - 'order_no' as detail from subscription_event where subscription_id = $1`)),
      ...(await of('select kind, order_id is not null as is_of_order from outbox where subscription_id = $1')),
    ]
    return rows
  }
  expect(await leftBy(ids[0]!)).toEqual(await leftBy(id))
  expect((await leftBy(id)).length).toBeGreaterThan(8)
})

test('many are written in one transaction, and each is reported once', async () => {
  const { all } = await written(12)
  expect(await charge(all)).toEqual(Array(12).fill('arranged'))
  expect(await states()).toEqual(Array(12).fill(arranged))
  for (const table of ['orders', 'payment', 'billing_attempt', 'subscription'])
    expect((await db.execute(`select distinct xmin::text from ${table}`)).rows).toHaveLength(1)
  expect(await db.$count(subscription_event, eq(subscription_event.event, 'arranged'))).toBe(12)
  expect(await loadQueuedMails(db)).toHaveLength(12)
  expect(day.ledger.charged().map(({ executions }) => executions)).toEqual(Array(12).fill(1))
})

test('a locked one is written individually once it is free; a cancelled one is left to be voided', async () => {
  const { ids, all } = await written(3)
  const holding = await day.database.pool.connect()
  await holding.query('begin')
  await holding.query('select from subscription where shop_id = 2 and id = $1 for update', [ids[1]])
  await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.subscription_id, ids[2]!))
  const charging = charge(all)
  const stand = async () => (await states()).map(([status, state]) => `${status} ${state}`)
  await expect.poll(stand).toEqual(['arranged authorised', 'payment_pending intent', 'cancelled intent'])
  await holding.query('commit')
  holding.release()
  expect(await charging).toEqual(['arranged', 'arranged', 'passed'])
  expect((await states()).slice(0, 2)).toEqual([arranged, arranged])
  expect(await db.$count(payment_event, eq(payment_event.event, 'authorised'))).toBe(2)
  expect(await loadQueuedMails(db)).toHaveLength(2)
})

test('one that no longer waits for its money does not keep the others from being written together', async () => {
  const { ids, all } = await written(3)
  await db.update(orders).set({ status: 'cancelled' }).where(eq(orders.subscription_id, ids[2]!))
  expect(await charge(all)).toEqual(['arranged', 'arranged', 'passed'])
  const { rows } = await db.execute(`select distinct xmin::text from orders where status = 'arranged'`)
  expect(rows).toHaveLength(1)
})

test.skipIf(process.env.TEST_DATABASE_URL)(
  'they are found by their numbers, not among the open payments, with the dead entries of the run',
  async () => {
    await charge((await written(1)).all)
    const copied = Object.keys(getTableColumns(payment)).filter((name) => name !== 'id' && name !== 'provider_order_id')
    await db.execute(`insert into payment (provider_order_id, ${copied})
    select 'past-' || n, ${copied} from payment, generate_series(1, 5000) n`)
    // As in the run: the statistics know of no open payment.
    await db.execute('analyze payment')
    const { all } = await written(12)
    const asked: [string, unknown[]][] = []
    const logger = { logQuery: (text: string, values: unknown[]) => void asked.push([text, values]) }
    day.ctx = { ...day.ctx, db: drizzle(day.database.pool, { logger }) as unknown as Db }
    expect(await charge(all)).toEqual(Array(12).fill('arranged'))
    const [text, values] = asked.find(([text]) => /"payment".* for update skip locked/s.test(text))!
    const { rows } = await day.database.pool.query(`explain ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('payment_shop_id_id_pk on payment')
  },
)

test('a refusal, no response and an unexpected error beside others: each has its own outcome, and the next run continues', async () => {
  const { ids, all } = await written(4)
  const numbers = all.map((one) => one.provider_order_id)
  const { authorise } = day.ledger.port
  day.ledger.port.authorise = async (attempt, ...asked) => {
    if (attempt.provider_order_id === numbers[0]) throw new PaymentRefused('limit', '42G020000')
    if (attempt.provider_order_id === numbers[1]) throw new PaymentUnavailable('silent')
    if (attempt.provider_order_id === numbers[2]) throw new Error('ours')
    return authorise(attempt, ...asked)
  }
  expect(await charge(all)).toEqual(['failed', 'unanswered', null, 'arranged'])
  expect((await states()).map(([status, state]) => [status, state])).toEqual([
    ['payment_error', 'failed'],
    ['payment_pending', 'intent'],
    ['payment_pending', 'intent'],
    ['arranged', 'authorised'],
  ])
  expect((await states()).every(([, , claimed_until]) => claimed_until === null)).toBe(true)
  expect(await loadSubscriptionRow(db, ids[0]!)).toMatchObject({ summary_status: 2 })
  day.ledger.port.authorise = authorise
  expect(await runDailyDeliveries(day.ctx)).toMatchObject({ arranged: 2, broken: 0 })
  expect(day.ledger.charged()).toHaveLength(3)
})

test('if they can’t be written together, each is written individually', async () => {
  const { ids, all } = await written(3)
  await db.execute(
    `alter table subscription_event add constraint broken check (subscription_id <> ${ids[1]}) not valid`,
  )
  expect(await charge(all)).toEqual(['arranged', null, 'arranged'])
  await db.execute('alter table subscription_event drop constraint broken')
  expect(await runDailyDeliveries(day.ctx)).toMatchObject({ arranged: 1 })
  expect(day.ledger.charged().map(({ executions }) => executions)).toEqual([1, 1, 1])
})
