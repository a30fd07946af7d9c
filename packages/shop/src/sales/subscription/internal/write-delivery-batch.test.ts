import { product_sku } from '@kushi/db/schema/product'
import { billing_attempt, subscription } from '@kushi/db/schema/subscription'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpDailyRunTest } from '../../../testing/daily-run-test.ts'
import { loadQueuedMails } from '../../../testing/outbox.ts'
import { insertSubscribedMember, loadSubscriptionOrders, loadSubscriptionRow } from '../../../testing/subscription.ts'
import { runDailyDeliveries } from '../run-day.ts'
import { writeDelivery } from './write-delivery.ts'
import { writeDeliveryBatch } from './write-delivery-batch.ts'

const day = await setUpDailyRunTest()
const { db } = day
const setStock = (id: number, stock: number) => db.update(product_sku).set({ stock }).where(eq(product_sku.id, id))
const stockOf = async (id: number) => (await db.select().from(product_sku).where(eq(product_sku.id, id)))[0]!.stock

/** Every row that a delivery writes, without ids and random numbers. */
async function leftBy(id: number) {
  const of = async (text: string) => (await db.$client.query(text, [id])).rows as Record<string, unknown>[]
  const order = 'select id from orders where subscription_id = $1'
  const all = [
    await of('select * from orders where subscription_id = $1'),
    await of(`select * from order_item where order_id in (${order}) order by id`),
    await of(`select * from order_status_event where order_id in (${order})`),
    await of(`select * from payment where order_id in (${order})`),
    await of('select * from billing_attempt where subscription_id = $1'),
    await of('select * from subscription where id = $1'),
  ]
  const drawn = ['id', 'order_id', 'subscription_id', 'customer_id', 'order_no', 'provider_order_id', 'billing_key']
  const times = ['created_at', 'updated_at']
  return all.map((rows) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => ![...drawn, ...times].includes(name)))),
  )
}

test('writes the same rows as a delivery written individually', async () => {
  const goods = [{ product_sku_id: 101, quantity: 2 }, { product_sku_id: 103 }]
  // With dates in the past, so that they are corrected.
  const late = { next_delivery_date: '2026-12-02', next_next_delivery_date: '2026-12-20' }
  const [together, alone] = [
    await insertSubscribedMember(db, day.ctx, late, goods),
    await insertSubscribedMember(db, day.ctx, late, goods),
  ]
  const before = await stockOf(101)
  const { written, others } = await writeDeliveryBatch(day.ctx, [together.id])
  expect([written.length, others]).toEqual([1, []])
  expect(await stockOf(101)).toBe(before - 2)
  expect(await writeDelivery(day.ctx, alone.id)).toMatchObject({ result: 'to_charge' })
  expect(await leftBy(together.id)).toEqual(await leftBy(alone.id))
  expect((await leftBy(together.id)).map((rows) => rows.length)).toEqual([1, 2, 1, 1, 1, 1])
})

const cash = { payment_method_id: null, card_seq: null }

test.each([
  ['paid at the door', cash, 0],
  ['tried before it had an order', {}, 1],
])('one that is %s writes the same rows as individually', async (name, how, charged) => {
  const [together, alone] = [
    await insertSubscribedMember(db, day.ctx, how),
    await insertSubscribedMember(db, day.ctx, how),
  ]
  for (const { id } of [together, alone]) {
    const of = { shop_id: 2, subscription_id: id, cycle: (await loadSubscriptionRow(db, id)).cycle }
    const failed = { attempt: 1, outcome: 'failed', failure: 'out_of_stock', tried_on: '2026-11-30' } as const
    if (name.startsWith('tried')) await db.insert(billing_attempt).values({ ...of, ...failed, retry_on: '2026-12-01' })
    if (name.startsWith('tried'))
      await db.update(subscription).set({ summary_status: 3 }).where(eq(subscription.id, id))
  }
  const { written, arranged, others } = await writeDeliveryBatch(day.ctx, [together.id])
  expect([written.length, arranged, others]).toEqual([charged, 1 - charged, []])
  expect((await writeDelivery(day.ctx, alone.id)).result).toBe(charged ? 'to_charge' : 'arranged')
  expect(await leftBy(together.id)).toEqual(await leftBy(alone.id))
  expect((await loadQueuedMails(db)).length).toBe(charged ? 0 : 2)
  expect(await runDailyDeliveries(day.ctx)).toMatchObject({ arranged: charged * 2, failed: 0, broken: 0 })
})

test('other than ordinary deliveries are left to be arranged individually', async () => {
  const soldOut = await stockOf(103)
  await setStock(103, 0)
  const ordinary = await insertSubscribedMember(db, day.ctx)
  const others = [
    await insertSubscribedMember(db, day.ctx, { card_seq: null }),
    await insertSubscribedMember(db, day.ctx, {}, [{ product_sku_id: 103 }]),
    await insertSubscribedMember(db, day.ctx, {}, []),
  ].map(({ id }) => id)
  const later = await insertSubscribedMember(db, day.ctx, {
    next_delivery_date: '2026-12-20',
    next_next_delivery_date: '2027-01-19',
  })
  const block = await writeDeliveryBatch(day.ctx, [ordinary.id, ...others, later.id])
  expect(block.others).toEqual(others)
  expect(block.written).toHaveLength(1)
  expect(await runDailyDeliveries(day.ctx)).toMatchObject({ arranged: 1, failed: 3, broken: 0 })
  await setStock(103, soldOut)
})

test('if five want the last three pieces, three get one', async () => {
  const before = await stockOf(101)
  await setStock(101, 3)
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push((await insertSubscribedMember(db, day.ctx)).id)
  expect(await runDailyDeliveries(day.ctx)).toMatchObject({ arranged: 3, failed: 2, broken: 0 })
  expect(await stockOf(101)).toBe(0)
  await setStock(101, before)
  const orders = await Promise.all(ids.map((id) => loadSubscriptionOrders(db, id)))
  expect(orders.flat().map((order) => order.status)).toEqual(['arranged', 'arranged', 'arranged'])
  expect(day.ledger.charged()).toHaveLength(3)
  expect(await loadQueuedMails(db)).toHaveLength(5)
})

test('killed after the write: the next run charges each once', async () => {
  const ids = [(await insertSubscribedMember(db, day.ctx)).id, (await insertSubscribedMember(db, day.ctx)).id]
  expect((await writeDeliveryBatch(day.ctx, ids)).written).toHaveLength(2)
  expect(await writeDeliveryBatch(day.ctx, ids)).toEqual({ written: [], arranged: 0, others: [] })
  expect(await runDailyDeliveries(day.ctx)).toMatchObject({ arranged: 2 })
  expect(day.ledger.charged()).toMatchObject([{ executions: 1 }, { executions: 1 }])
  for (const id of ids) expect(await loadSubscriptionRow(db, id)).toMatchObject({ summary_status: 1, cycle: 2 })
})

test('out of time: written deliveries wait for the next run', async () => {
  await insertSubscribedMember(db, day.ctx)
  await insertSubscribedMember(db, day.ctx)
  const port = day.ledger.port.authorise
  let isSlow = true
  const now = performance.now
  day.ledger.port.authorise = async (...given) => {
    if (isSlow) performance.now = () => now.call(performance) + 1_000_000
    return port(...given)
  }
  const slow = await runDailyDeliveries(day.ctx).finally(() => (performance.now = now))
  expect(slow).toMatchObject({ arranged: 1, open: 1 })
  isSlow = false
  expect(await runDailyDeliveries(day.ctx)).toMatchObject({ arranged: 1, open: 0 })
})
